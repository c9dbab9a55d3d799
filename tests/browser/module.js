// WebAssembly modules, loaded in Node: the committed one, and the one that is built from the sources.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The committed module, compressed. */
const site = readFileSync(new URL("../../site/index.html", import.meta.url), "utf8");
export const committed = Buffer.from(/id="module">([^<]*)/.exec(site)[1], "base64");

const { SOLOMIDS_MODULE: path } = process.env;
/** The module of the sources, compressed; the committed one if it is the same or none was built. */
export const built = path ? readFileSync(path) : committed;

/** The modules by name; the committed one alone if the other one is the same. */
export const MODULES = built.equals(committed) ? { committed } : { committed, built };

/** An instance of a module: `ask` answers a request, `reports` has the progress of searches, `memory` the bytes taken. */
export const load = async (module) => {
  const bytes = gunzipSync(module);
  const reports = [];
  let exports;
  const text = (pointer, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, pointer >>> 0, length));
  const host = {
    now: () => performance.now(),
    progress: (pointer, length) => reports.push(JSON.parse(text(pointer, length))),
    panicked: (pointer, length) => {
      throw new Error(text(pointer, length));
    },
  };
  ({ exports } = (await WebAssembly.instantiate(bytes, { host })).instance);
  exports.start();
  const ask = (request) => {
    const data = new TextEncoder().encode(JSON.stringify(request));
    const room = exports.allocate(data.length) >>> 0;
    new Uint8Array(exports.memory.buffer, room, data.length).set(data);
    const answer = exports.ask(room, data.length) >>> 0;
    const length = new DataView(exports.memory.buffer).getUint32(answer, true);
    const result = JSON.parse(text(answer + 4, length));
    exports.release(answer, 4 + length);
    return result;
  };
  return { ask, reports, memory: () => exports.memory.buffer.byteLength };
};
