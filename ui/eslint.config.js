import js from "@eslint/js";
import importX from "eslint-plugin-import-x";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { readdirSync } from "node:fs";
import tseslint from "typescript-eslint";
import { noTextInJsx } from "./eslint/noTextInJsx.js";

const root = import.meta.dirname;
const features = readdirSync(`${root}/src/features`);

/** Imports point down only: app > features > data, platform > components > lib; features never meet. */
const zones = [
  { target: "./src/lib", from: ["./src/components", "./src/data", "./src/platform"] },
  { target: "./src/components", from: ["./src/data", "./src/platform"] },
  {
    target: ["./src/lib", "./src/components", "./src/data", "./src/platform"],
    from: ["./src/features", "./src/app", "./src/testing"],
    // A test may stand on the fake platform.
    except: [],
  },
  { target: "./src/features", from: "./src/app" },
  ...features.map((feature) => ({
    target: `./src/features/${feature}`,
    from: "./src/features",
    except: [`./${feature}`],
  })),
].flatMap(({ target, from, except = [] }) =>
  [target].flat().flatMap((to) =>
    [from].flat().map((source) => ({
      target: to,
      from: source,
      except,
      message: "Imports point down only: app > features > data, platform > components > lib.",
    })),
  ),
);

export default tseslint.config(
  { ignores: ["dist", "src/bindings", "public"] },
  js.configs.recommended,
  {
    files: ["src/**/*.{ts,tsx}", "vite.config.ts"],
    extends: [
      ...tseslint.configs.strictTypeChecked,
      reactHooks.configs.flat["recommended-latest"],
      jsxA11y.flatConfigs.recommended,
    ],
    plugins: { "import-x": importX, stampmill: { rules: { "no-text-in-jsx": noTextInJsx } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    settings: {
      "import-x/resolver-next": [
        createTypeScriptImportResolver({ project: `${root}/tsconfig.json` }),
      ],
    },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "import-x/no-cycle": "error",
      "import-x/no-default-export": "error",
      "import-x/no-restricted-paths": ["error", { basePath: root, zones }],
      "max-lines": ["warn", { max: 300, skipBlankLines: true, skipComments: true }],
      "no-restricted-imports": [
        "error",
        {
          patterns: [{ group: ["@tauri-apps/*"], message: "Only platform/ speaks to Tauri." }],
        },
      ],
      "stampmill/no-text-in-jsx": "error",
    },
  },
  {
    files: ["src/features/review/**/*.tsx"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "JSXOpeningElement[name.name=/^(Button|ActionIcon|Menu.Item)$/] > JSXAttribute[name.name='disabled']:not(:has(Identifier[name=/^(isPending|isCounting|busy)$/]))",
          message: "Wrap it in <Why not={…}>: `disabled` alone is for what is on its way.",
        },
      ],
    },
  },
  { files: ["src/platform/**"], rules: { "no-restricted-imports": "off" } },
  { files: ["vite.config.ts"], rules: { "import-x/no-default-export": "off" } },
  {
    files: ["src/**/*.test.{ts,tsx}", "src/testing/**"],
    rules: {
      "stampmill/no-text-in-jsx": "off",
      "import-x/no-restricted-paths": "off",
      "max-lines": "off",
    },
  },
);
