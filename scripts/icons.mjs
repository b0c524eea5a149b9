// Draws every size of the application icon from icons/stampmill.svg: `npm run icons`.
// Tauri's own tool does the drawing; what no desktop of ours uses is taken away again.
import { execFileSync } from "node:child_process";
import { mkdtempSync, copyFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";

const wanted = ["32x32.png", "128x128.png", "128x128@2x.png", "icon.png", "icon.ico", "icon.icns"];

const drawn = mkdtempSync(join(tmpdir(), "stampmill-icons-"));
try {
  const tauri = join(root, "node_modules", "@tauri-apps", "cli", "tauri.js");
  const source = join(root, "icons", "stampmill.svg");
  execFileSync(process.execPath, [tauri, "icon", source, "-o", drawn], { stdio: "ignore" });
  for (const name of wanted) copyFileSync(join(drawn, name), join(root, "icons", name));
} finally {
  rmSync(drawn, { recursive: true, force: true });
}
console.log(`Drew ${wanted.length} icon files in icons/.`);
