// Who answers questions: the server that the page came from, or the library in this browser. Both have one interface,
// `ask(name, question, { signal, progress })`, and both refuse with a `Problem`.

import { WorkerEngine } from "./worker-engine.js";

/** Why a question has no answer: a kind for the page, a place in the text where there is one, a sentence for a person. */
export class Problem extends Error {
  constructor({ kind, place, sentence, detail, title, row, column, of, type } = {}) {
    super(sentence ?? detail ?? title ?? "There was no reason given.");
    this.kind = kind ?? type ?? "refused";
    this.place = place ?? (row ? { row, column, of } : null);
  }

  get sentence() {
    return this.message;
  }
}

/** Nobody answers. */
const GONE = "gone";

/** The questions that have no fields, and are asked by GET. */
const BY_GET = ["solvers"];

/** Asks a server by HTTP. */
export class HttpEngine {
  isServer = true;

  async ask(name, question = {}, { signal, progress, events = {} } = {}) {
    const response = await this.#send(name, question, signal, "text/event-stream");
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.json();
    for await (const { event, data } of eventsOf(response.body)) {
      if (event === "answer") return data;
      if (event === "problem") throw new Problem(data);
      if (event === "progress") progress?.(data);
      else events[event]?.(data);
    }
    throw new Problem({ kind: GONE, sentence: "The answer broke off." });
  }

  /** Asks for a file. */
  async download(name, question, { signal } = {}) {
    const response = await this.#send(name, question, signal, "*/*");
    return { blob: await response.blob(), headers: response.headers };
  }

  async #send(name, question, signal, accept) {
    const isGet = BY_GET.includes(name);
    const headers = { "content-type": "application/json", accept };
    const request = isGet ? { signal } : { method: "POST", headers, body: JSON.stringify(question), signal };
    let response;
    try {
      response = await fetch(`api/${name}`, request);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem({ kind: GONE, sentence: "The server does not answer. Start it again; the puzzle is still here." });
    }
    if (response.ok) return response;
    throw new Problem(await response.json().catch(() => ({ sentence: response.statusText })));
  }
}

async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
      if (event) yield { event, data: JSON.parse(data) };
    }
  }
}

/** The engine of the page: the server where there is one, else the library; `notice` is told of a change in a sentence. */
export class Engine {
  constructor(notice) {
    this.notice = notice;
    this.about = null;
    this.ready = this.#choose();
  }

  get isServer() {
    return this.current?.isServer ?? false;
  }

  async ask(name, question, options) {
    await this.ready;
    if (!this.current) throw new Problem({ kind: GONE, sentence: NOBODY });
    try {
      return await this.current.ask(name, question, options);
    } catch (error) {
      if (error.kind !== GONE || !this.isServer || !(await this.#fall())) throw error;
      return this.current.ask(name, question, options);
    }
  }

  async download(name, question, options) {
    await this.ready;
    if (!this.isServer) throw new Problem({ sentence: "Such files are written by the server: start “satdoku serve”." });
    return this.current.download(name, question, options);
  }

  async #choose() {
    const wish = document.querySelector("meta[name=engine]")?.content;
    if (wish !== "files") {
      const server = new HttpEngine();
      try {
        this.about = await server.ask("solvers");
        this.current = server;
        return;
      } catch {
        // The library may be there.
      }
    }
    await this.#fall(wish !== "files");
    if (this.current) this.about = await this.current.ask("solvers").catch(() => null);
    else this.notice(NOBODY);
  }

  /** Goes on with the library in this browser; says whether it is there. */
  async #fall(isChange = true) {
    if (this.hasNoLibrary) return false;
    try {
      this.current = await WorkerEngine.start(Problem);
    } catch {
      this.hasNoLibrary = true;
      return false;
    }
    if (isChange) this.notice("Working in this browser.");
    return true;
  }
}

const NOBODY = "Nobody answers here: neither a server nor the library is where this page is. The puzzle is still here.";
