// A worker that has the library and answers one question after another.

import { ask, init } from "./satdoku.js";

let ready = null;

onmessage = async ({ data: { module, name, question } }) => {
  if (module) {
    ready = init(module);
    return;
  }
  try {
    await ready;
    const answer = ask(name, question, { event: (event, data) => postMessage({ event, data }) });
    postMessage({ answer });
  } catch (error) {
    const { kind, place, sentence, message } = error;
    postMessage({ problem: { kind, place, sentence: sentence ?? message } });
  }
};
