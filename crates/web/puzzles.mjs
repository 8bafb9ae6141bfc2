// The puzzles and questions by which the module is compared with the program.

import { readFile } from "node:fs/promises";

export const PUZZLES = [
    { puzzle: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" },
    { puzzle: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." },
    { puzzle: "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......" },
    { puzzle: ".4.2...1.....3.." },
    { board: "2x3" },
    { board: "2x2+diagonals" },
    { board: "latin5" },
    { puzzle: "2 2\ndigits 0..3\n0 . . .\n. . . .\n. . 1 .\n. . . .\n" },
    { puzzle: "11..............." },
    { puzzle: "not a puzzle" },
    { board: "2x2", rules: ["killer 3 r1c1 r1c2", "thermometer r1c3 r2c3"] },
    { board: "2x2", rules: ["antiking", "arrow r1c1 : r2c1 r2c2"] },
    { board: "3x3", rules: ["killer 6 r1c1 r1c2 r1c3", "antiknight", "sandwich 12 row 3", "whispers 5 r4c4 r5c5 r6c6 r7c7"] },
    { board: "3x3", rules: ["relation abs(a-b)>=5 : r1c1-r1c4", "regex (1[2-5]|9)* : r2c1-r2c4"] },
    { board: "2x2", rules: ["layer shade 0..1", "connected 1 shade"] },
    { board: "2x2", rules: ["yinyang shade"] },
    { board: "4x4" },
    { board: "samurai" },
    { puzzle: "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~15~R1C1~R1C2~R2C1.AntiKnight" },
];

/** Questions about a puzzle, with their fields beside it. */
export const QUESTIONS = {
    solve: { limit: 3 },
    count: { limit: 2 },
    check: {},
    board: {},
    judge: { digits: { r1c1: 1, r1c2: 1, r2c3: 2 } },
    convert: { to: "header" },
    draw: {},
    encode: {},
    explain: {},
    candidates: {},
    hint: {},
    path: {},
    rate: {},
};

/** What an answer says that was not found in time. */
export const LATE = /"kind":"stopped"|"(verdict|uniqueness)":"unknown"|"(stopped|undecided)":|not known|time limit|ran out/;

/** Questions about no puzzle. */
export const ALONE = {
    rules: {},
    techniques: {},
    generate: { board: "3x3", rules: ["antiking"], seed: 1 },
};

/** Questions that take long on large empty boards, or are answered by whichever thread is first. */
export const LONG = ["explain", "candidates", "hint", "path", "rate"];
export const LARGE = ["4x4", "samurai"];

/** The puzzles of a file: one on each line, in a file `.jsonl` the member `puzzle` of each line's object. */
export async function read(file) {
    const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => ({ puzzle: file.endsWith(".jsonl") ? JSON.parse(line).puzzle : line }));
}
