// The library in this browser: two workers, for short questions and for long ones. A worker that computes hears nothing,
// so a question is cancelled by ending its worker; the next one starts from the module that is kept.

/** Questions that are answered at once, or are cancelled by the next key. */
const SHORT = ["board", "judge", "rules", "convert", "draw", "solvers"];

export class WorkerEngine {
  isServer = false;

  /** Loads the library; throws where there is none. */
  static async start(Problem) {
    const response = await fetch("satdoku.wasm");
    const isThere = response.ok && response.headers.get("content-type")?.includes("wasm");
    if (!response.ok) throw new Error("no library");
    const module = isThere ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
    return new WorkerEngine(module, Problem);
  }

  constructor(module, Problem) {
    this.Problem = Problem;
    this.short = new Line(module);
    this.long = new Line(module);
  }

  ask(name, question = {}, { signal, progress, events = {} } = {}) {
    const isShort = SHORT.includes(name) || (name === "count" && Number(question.limit) <= 2);
    const line = isShort ? this.short : this.long;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job = { name, question, progress, events, resolve, reject: (problem) => reject(new this.Problem(problem)) };
      signal?.addEventListener("abort", () => line.drop(job) && reject(signal.reason), { once: true });
      line.add(job);
    });
  }
}

/** A worker and the questions that wait for it. */
class Line {
  constructor(module) {
    this.module = module;
    this.waiting = [];
    this.running = null;
    this.worker = null;
  }

  add(job) {
    this.waiting.push(job);
    this.#next();
  }

  /** Takes a question back; says whether it was still open. */
  drop(job) {
    if (this.running === job) {
      this.#end();
      this.#next();
      return true;
    }
    const at = this.waiting.indexOf(job);
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  }

  #next() {
    if (this.running || !this.waiting.length) return;
    const job = this.waiting.shift();
    this.running = job;
    this.worker ??= this.#start();
    this.worker.postMessage({ name: job.name, question: job.question });
  }

  #start() {
    const worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { event, data, answer, problem } }) => {
      const job = this.running;
      if (event === "progress") return job?.progress?.(data);
      if (event) return job?.events[event]?.(data);
      this.running = null;
      if (problem) job?.reject(problem);
      else job?.resolve(answer);
      this.#next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const job = this.running;
      this.#end();
      job?.reject({ kind: "broken", sentence: "The library broke off at this question. The puzzle is still here." });
      this.#next();
    };
    worker.postMessage({ module: this.module });
    return worker;
  }

  #end() {
    this.worker?.terminate();
    this.worker = null;
    this.running = null;
  }
}
