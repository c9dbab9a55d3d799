// A worker, which searches while the page goes on. It is made from the text of this function.
import { connect } from "./module.js";

const workerMain = (connect) => {
  // A question may come before the module has started.
  let started = null;
  onmessage = async ({ data: { module, question } }) => {
    try {
      if (module) {
        started = connect(module, (progress) => postMessage({ progress }));
        await started;
        postMessage({ ready: true });
      } else {
        postMessage({ answer: (await started)(question) });
      }
    } catch (error) {
      postMessage({ failure: String(error.message ?? error) });
    }
  };
};

/** Starts a worker with a compiled module. */
export const startWorker = (module) => {
  const text = `"use strict";(${workerMain})(${connect});`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.postMessage({ module });
  return worker;
};
