// The committed WebAssembly module, loaded in Node.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const bytes = gunzipSync(readFileSync(new URL("../../src/view/page/solomids.wasm.gz", import.meta.url)));

/** A module of its own: `ask` answers a request, `reports` has the progress of searches, `memory` the bytes taken. */
export const load = async () => {
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
