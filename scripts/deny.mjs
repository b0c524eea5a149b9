// `npm run deny`: licences, sources and unused dependencies. Not part of `npm test`, because installing cargo-deny
// takes minutes; run it when dependencies change.
import { ensureTool, toolPath } from "./lib/cargo-tools.mjs";
import { run } from "./lib/processes.mjs";
import { heading, script } from "./lib/say.mjs";

await script(async () => {
  await ensureTool("cargo-machete");
  await ensureTool("cargo-deny");
  heading("Dependencies that nobody uses");
  const machete = await run("cargo", ["machete", "--with-metadata"], { env: toolPath });
  heading("Licences and sources");
  const deny = await run(
    "cargo",
    ["deny", "--all-features", "check", "licenses", "bans", "sources"],
    { env: toolPath },
  );
  return machete === 0 && deny === 0 ? 0 : 1;
});
