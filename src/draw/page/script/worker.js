// A worker, which searches while the page goes on. It is made from the text of this function.
const workerMain = (connect) => {
  let ask = null;
  onmessage = async ({ data: { module, question } }) => {
    try {
      if (module) {
        ask = await connect(module, (progress) => postMessage({ progress }));
        postMessage({ ready: true });
      } else {
        postMessage({ answer: ask(question) });
      }
    } catch (error) {
      postMessage({ failure: String(error.message ?? error) });
    }
  };
};

/** Starts a worker with a compiled module. */
const startWorker = (module) => {
  const text = `"use strict";(${workerMain})(${connect});`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.postMessage({ module });
  return worker;
};
