// How long the module takes for each question, in Node and in Chromium, against a native program.
//
//   cargo build --release -p satdoku-web --example native
//   node crates/web/pace.mjs target/web target/release/examples/native [--limit 2s] [--questions solve,hint] NAME=FILE...
//
// Each file is a group of puzzles as in compare.mjs. Each question is put three times by each road, in turns, so that a busy machine is
// busy for all; the median of the three counts. Questions out of time on one road are left out and counted.

import { parseArgs } from "node:util";

import { LATE, QUESTIONS, read } from "./puzzles.mjs";
import { byNative, inNode, inPage } from "./roads.mjs";

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { limit: { type: "string", default: "2s" }, questions: { type: "string" } },
});
const [folder, program, ...groups] = positionals;
const names = values.questions?.split(",") ?? Object.keys(QUESTIONS);

const roads = { native: byNative(program), module: await inNode(folder), page: await inPage(folder) };
for (const road of ["module", "page"]) console.log(`${road} ready in ${roads[road].ready.toFixed(0)} ms`);

const middle = (of) => of.sort((a, b) => a - b)[of.length >> 1];
const at = (of, share) => of[Math.min(of.length - 1, Math.floor(share * of.length))];

/** The median of three times by each road; none where the time ran out. */
async function timesOf(name, question) {
    const times = Object.fromEntries(Object.keys(roads).map((road) => [road, []]));
    for (let turn = 0; turn < 3; turn += 1) {
        for (const [road, { ask }] of Object.entries(roads)) {
            const { answer, milliseconds } = await ask(name, question);
            if (LATE.test(JSON.stringify(answer))) return undefined;
            times[road].push(milliseconds);
        }
    }
    return Object.fromEntries(Object.entries(times).map(([road, of]) => [road, middle(of)]));
}

console.log("\n| puzzles | question | asked | late | native ms: median, 95 % | Node ms | times native: median, 95 %, sum | page ms | times native |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
for (const group of groups) {
    const [title, file] = group.split("=");
    const puzzles = await read(file);
    for (const name of names) {
        const found = [];
        for (const puzzle of puzzles) {
            const times = await timesOf(name, { ...puzzle, ...QUESTIONS[name], time_limit: values.limit });
            if (times) found.push(times);
        }
        const cells = [title, name, found.length, puzzles.length - found.length];
        if (found.length > 0) cells.push(...columns(found));
        console.log(`| ${cells.join(" | ")} |`);
    }
}
await Promise.all(Object.values(roads).map((road) => road.end()));

/** The figures of a question, in the order of the table's columns. */
function columns(found) {
    const sorted = (of) => found.map(of).sort((a, b) => a - b);
    const sum = (road) => found.reduce((total, times) => total + times[road], 0);
    return Object.keys(roads).flatMap((road) => {
        const times = sorted((of) => of[road]);
        const ratios = sorted((of) => of[road] / of.native);
        const pace = [at(ratios, 0.5), at(ratios, 0.95), sum(road) / sum("native")].map((value) => value.toFixed(2)).join(", ");
        const taken = [at(times, 0.5), at(times, 0.95)].map((value) => value.toPrecision(3)).join(", ");
        return road === "native" ? [taken] : [taken, pace];
    });
}
