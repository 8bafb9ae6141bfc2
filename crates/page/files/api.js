// Questions to the server.

/** What a sentence says of the options of the command line, which the page does not have. */
const OPTIONS = /[;,] (?:or )?[^;,]*--[a-z][^;]*/g;

/** What the server says is wrong. */
export class Problem extends Error {
  constructor({ detail, title, row, column, of } = {}) {
    const place = row ? (of === "text" ? `line ${row}, column ${column}: ` : `row ${row}, column ${column}: `) : "";
    super(place + (detail ?? title ?? "the server gave no reason").replace(OPTIONS, ""));
  }
}

/** The digits of a grid, row by row, 0 for an empty cell: a character a cell up to side 35, rows of numbers above. */
export function digits(grid) {
  if (typeof grid !== "string") return grid.flat();
  return [...grid].map((character) => (character === "." ? 0 : parseInt(character, 36)));
}

/** What the server has. */
export async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw await problem(response);
  return response.json();
}

/** Asks and gets the answer's bytes, with its headers. */
export async function download(path, question, signal) {
  const response = await post(path, question, signal, "*/*");
  return { blob: await response.blob(), headers: response.headers };
}

/** Asks and waits for the answer; `on` has a function for each event before it. */
export async function ask(path, question, signal, on = {}) {
  const response = await post(path, question, signal, "text/event-stream");
  for await (const { name, data } of events(response.body)) {
    if (name === "answer") return data;
    if (name === "problem") throw new Problem(data);
    on[name]?.(data);
  }
  throw new Error("the answer broke off");
}

async function post(path, question, signal, accept) {
  const headers = { "content-type": "application/json", accept };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(question), signal });
  if (!response.ok) throw await problem(response);
  return response;
}

async function problem(response) {
  return new Problem(await response.json().catch(() => ({ detail: response.statusText })));
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
      if (name) yield { name, data: JSON.parse(data) };
    }
  }
}
