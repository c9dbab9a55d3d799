// Checks the scripts of pages against the types of the service's answers, and bundles scripts and styles for `src/draw/page/mod.rs`.
// With `--check` nothing is written: exit status 1 says that the committed bundles are not those of these sources.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const BUNDLES = { "app.js": "script/app.js", "player.js": "script/player.js", "app.css": "style/app.css", "player.css": "style/replay.css" };

execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "--project", here], { stdio: "inherit" });

// A test of the library computes the same, so that no bundle is older than its sources.
const SOURCES = /^(draw\/page\/(script|style)\/\w+\.(js|css)|games\/\w+\/view\/\w+\.js)$/;
const files = readdirSync(join(root, "src"), { recursive: true }).map((path) => String(path).replaceAll("\\", "/"));
const digest = createHash("sha256");
for (const path of files.filter((path) => SOURCES.test(path)).sort()) digest.update(readFileSync(join(root, "src", path)));
const head = `/* sources ${digest.digest("hex")} */\n`;

const check = process.argv.includes("--check");
for (const [name, source] of Object.entries(BUNDLES)) {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, "src/draw/page", source)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  const file = join(root, "src/draw/page/bundle", name);
  const text = head + outputFiles[0].text;
  if (!check) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(`error: ${file} is not made from these sources: run web/build --scripts`);
    process.exitCode = 1;
  }
}
