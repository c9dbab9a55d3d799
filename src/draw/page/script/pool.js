// The pool of workers: questions for the solver, asked by the player or ahead of the player.
//
// A search has its worker for itself. So a spare worker is kept warm: a new question starts at once, while the search before it
// runs on, and its answer is remembered. Long searches come in slices, between which their worker is free for other questions and
// keeps what it knows; the next slice goes to that worker. Only where all workers are busy, the search begun last of those that
// nobody waits for is ended.
//
// Questions that rest on a table which takes long to make have a `home`: a worker for these questions alone, which keeps the table.
import { startWorker } from "./worker.js";

// Most workers at a time: one answers, one ends a search that was left or thinks ahead, one is spare.
const MOST = Math.max(3, Math.min(navigator.hardwareConcurrency || 2, 4));
// Memory that a search may use, in bytes: less where the device has little.
const MEMORY = 2 ** 27 * Math.min(8, Math.max(1, /** @type {any} */ (navigator).deviceMemory ?? 4));
// Searches in slices that a worker keeps; the module keeps as many.
const KEPT = 4;
// Time after which a slice that nobody waits for is ended, in milliseconds: a slice has at least one search, which may be long.
const GRACE = 10_000;
// Answers that are remembered.
const REMEMBERED = 500;
// Workers in a row that may fail to start before no further one is tried.
const PATIENCE = 3;

let module = null;
let workers = [];
const answers = new Map();
// Questions that no worker has taken yet, in order.
let waiting = [];
let failed = 0;

export class Stopped extends Error {}

const remember = (key, answer) => {
  answers.set(key, answer);
  if (answers.size > REMEMBERED) answers.delete(answers.keys().next().value);
};

const begin = () => {
  try {
    return startWorker(module);
  } catch (error) {
    failed = PATIENCE;
    for (const job of waiting.splice(0)) job.reject(error);
    return null;
  }
};

const spawn = (home = null) => {
  const thread = begin();
  if (!thread) return null;
  const one = { thread, home, job: null, ready: false, kept: [] };
  one.thread.onmessage = ({ data }) => hear(one, data);
  one.thread.onerror = (event) => {
    event.preventDefault();
    hear(one, { failure: event.message || "a worker stopped" });
  };
  workers.push(one);
  return one;
};

const end = (one) => {
  one.thread.terminate();
  workers = workers.filter((other) => other !== one);
};

/** @type {(one: any, message: { ready?: boolean, progress?: any, answer?: any, failure?: string }) => void} */
const hear = (one, { ready, progress, answer, failure }) => {
  const { job } = one;
  if (ready) {
    one.ready = true;
    failed = 0;
  } else if (progress) job?.progress?.(progress);
  else if (failure !== undefined) {
    // The state of a module that has failed is unknown.
    end(one);
    failed += one.ready ? 0 : 1;
    const lost = failed < PATIENCE ? [job] : [job, ...waiting.splice(0)];
    for (const job of lost) job?.reject(new Error(failure));
  } else {
    one.job = null;
    one.kept = one.kept.filter((key) => key !== job.key);
    // What a limit has left open may be decided when it is asked again.
    if (answer.ok?.more) one.kept = [...one.kept, job.key].slice(-KEPT);
    else if (answer.ok && !answer.ok.stopped) remember(job.key, answer);
    job.resolve(answer);
  }
  work();
};

// The workers without a home.
const shared = () => workers.filter(({ home }) => !home);
// A worker without a question: the one that keeps what it knows of a question, or any.
const idle = (job) => {
  const free = workers.filter((one) => !one.job && one.home === (job?.home ?? null));
  return free.find((one) => one.kept.includes(job?.key)) ?? free[0];
};
const expire = (job) => {
  if (job.question.slice) setTimeout(() => (job.left || job.ahead) && stop(job), GRACE);
};
const give = (one, job) => {
  one.job = job;
  job.begun = performance.now();
  if (job.ahead) expire(job);
  one.thread.postMessage({ question: job.question });
};

// The home of a question, for which another one makes way. Nothing if it is busy.
const house = ({ home }) => {
  for (const one of workers.slice()) if (one.home && one.home !== home && !one.job) end(one);
  return workers.some((one) => one.home === home) ? null : spawn(home);
};

const take = (one, job) => {
  waiting = waiting.filter((other) => other !== job);
  give(one, job);
};

// Gives questions to workers: those of the player first, and those asked ahead only where a spare worker stays.
const work = () => {
  if (!module) return;
  for (const job of waiting.filter(({ home }) => home).sort((a, b) => a.ahead - b.ahead)) {
    const one = idle(job) ?? house(job);
    if (one) take(one, job);
  }
  for (const job of waiting.filter(({ ahead, home }) => !ahead && !home)) {
    let one = idle(job);
    if (!one && shared().length >= MOST) {
      const left = shared().map(({ job }) => job).filter((job) => job.ahead || job.left);
      if (left.length) stop(left.reduce((a, b) => (b.begun > a.begun ? b : a)));
    }
    one ??= shared().length < MOST ? spawn() : null;
    if (!one) break;
    take(one, job);
  }
  if (!idle() && shared().length < MOST && failed < PATIENCE) spawn();
  const next = waiting.find(({ ahead, home }) => ahead && !home);
  const free = shared().filter((one) => !one.job && one.ready);
  const busy = shared().some((one) => one.job?.ahead);
  if (next && !busy && (free.length > 1 || (free.length === 1 && shared().length < MOST))) {
    take(free.find((one) => one.kept.includes(next.key)) ?? free[0], next);
    work();
  }
};

const stop = (job) => {
  const one = workers.find((other) => other.job === job);
  if (one) end(one);
  waiting = waiting.filter((other) => other !== job);
  job.reject(new Stopped("stopped"));
  work();
};

/**
 * Asks a question. Returns the answer as a promise, `now` if it is known already, and functions that end the search or let it
 * run on without anybody waiting for it. The same question is searched once, but that the player's question has no `limits`.
 */
export const ask = (question, { ahead = false, progress = null, limits = {}, home = null } = {}) => {
  const key = JSON.stringify(question);
  const known = answers.get(key);
  if (known) return { now: known, answer: Promise.resolve(known), stop() {}, leave() {} };
  const limited = Object.keys(limits).length > 0;
  const jobs = [...workers.map((one) => one.job), ...waiting].filter((job) => job?.key === key);
  const running = jobs.find((job) => ahead || !job.limited);
  if (running) {
    // A question that was asked ahead becomes one of the player.
    if (!ahead) Object.assign(running, { ahead: false, left: false, progress });
    work();
    return running.handle;
  }
  const job = { key, ahead, limited, progress, home, left: false, question: { memory: MEMORY, ...question, ...limits } };
  const answer = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
  // Nothing waits for an answer that was asked for ahead.
  answer.catch(() => {});
  const leave = () => {
    job.left = true;
    expire(job);
  };
  job.handle = { answer, stop: () => stop(job), leave };
  waiting.push(job);
  work();
  return job.handle;
};

/** Forgets questions that were to be answered ahead and have not been begun. */
export const clear = () => {
  waiting = waiting.filter(({ ahead }) => !ahead);
};

/** Starts the pool with a compiled module. */
export const open = (compiled) => {
  module = compiled;
  work();
};

/** Whether workers start here, as far as is known. */
export const works = () => failed === 0;
