// The module in the page of the site: `node module.mjs PAGE` prints it, `node module.mjs PAGE FILE` puts that of a file there.
import { readFileSync, writeFileSync } from "node:fs";

const [page, file] = process.argv.slice(2);
const [before, module, after] = readFileSync(page, "utf8").split(/(?<=<script type="application\/gzip" id="module">)([^<]*)/);
if (file) writeFileSync(page, before + readFileSync(file).toString("base64") + after);
else process.stdout.write(Buffer.from(module, "base64"));
