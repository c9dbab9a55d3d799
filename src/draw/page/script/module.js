// The module: the library of the program, compiled to WebAssembly. It answers a question in JSON by an answer in JSON.
import { byId } from "./dom.js";

/**
 * Starts the module and returns its function from questions to answers. Workers run this function from its text, so it uses
 * nothing of the page.
 */
export const connect = async (module, progress) => {
  // Bytes before the text of an answer, which give its length.
  const HEAD = 4;
  let words = "the module stopped";
  let memory = null;
  const utf8 = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const host = {
    now: () => performance.now(),
    progress: (at, length) => progress(JSON.parse(utf8(at, length))),
    panicked: (at, length) => {
      words = utf8(at, length);
    },
  };
  const { exports } = /** @type {any} */ (await WebAssembly.instantiate(module, { host }));
  memory = exports.memory;
  exports.start();
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    try {
      const room = exports.allocate(bytes.length);
      new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
      const answer = exports.ask(room, bytes.length);
      const length = new DataView(memory.buffer).getUint32(answer, true);
      const text = utf8(answer + HEAD, length);
      exports.release(answer, HEAD + length);
      return JSON.parse(text);
    } catch (error) {
      throw error instanceof WebAssembly.RuntimeError ? new Error(words) : error;
    }
  };
};

/** Unpacks the module from the page and compiles it. */
export const unpack = async () => {
  const text = atob(byId("module").textContent);
  const packed = new Uint8Array(text.length);
  // A loop takes a tenth of the time of a function for each character.
  for (let n = 0; n < text.length; n++) packed[n] = text.charCodeAt(n);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
};

/** What was asked cannot be answered; an error in a text has `text`, `line`, `column` and `length`. */
export class Refusal extends Error {
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The content of an answer. */
export const content = ({ ok, error }) => {
  if (error) throw new Refusal(error);
  return ok;
};
