// Boards: the words of `--box` read into cells, regions and units; which digits clash, and which are still possible.

/** The largest side that is drawn. */
export const MAX_SIDE = 64;

const DIAGONALS = "diagonals";
const WINDOWS = "windows";

/** Reads a board such as `3x3`, `2x5+diagonals` or `regions:1122…+unit:r1c1,r2c2,…`; throws an `Error` that says what is wrong. */
export function parse(spec) {
  const [base, ...extras] = spec.trim().split("+");
  const boxes = /^(\d{1,4})[x×](\d{1,4})$/i.exec(base);
  const { side, region, box } = boxes ? ofBoxes(Number(boxes[1]), Number(boxes[2])) : ofRegions(base);
  const cells = side * side;
  const units = Array.from({ length: 3 * side }, () => []);
  for (let i = 0; i < cells; i++) {
    units[Math.floor(i / side)].push(i);
    units[side + (i % side)].push(i);
    units[2 * side + region[i]].push(i);
  }
  if (units.some((unit) => unit.length !== side)) throw new Error(`every region needs ${side} cells`);
  const extra = [];
  extras.forEach((word, at) => {
    if (word === DIAGONALS) {
      if (extras.indexOf(word) < at) return;
      const line = Array.from({ length: side }, (_, k) => k);
      extra.unshift(line.map((k) => k * side + k), line.map((k) => k * side + side - 1 - k));
    } else if (word === WINDOWS) {
      extra.push(...windows(box, side));
    } else {
      extra.push(unit(word, side));
    }
  });
  units.push(...extra);
  const unitsOf = Array.from({ length: cells }, () => []);
  units.forEach((unit, u) => unit.forEach((i) => unitsOf[i].push(u)));
  const diagonals = extras.includes(DIAGONALS);
  return { spec: spec.trim(), side, cells, box, region, units, unitsOf, diagonals, listed: diagonals ? extra.slice(2) : extra };
}

function sized(side) {
  if (side < 1) throw new Error("a box needs at least one row and one column");
  if (side > MAX_SIDE) throw new Error(`the page shows boards up to ${MAX_SIDE}×${MAX_SIDE}; this one is ${side}×${side}. Use "satdoku solve FILE"`);
  return side;
}

function ofBoxes(rows, columns) {
  const side = sized(rows * columns);
  const region = Array.from({ length: side * side }, (_, i) =>
    Math.floor(i / side / rows) * rows + Math.floor((i % side) / columns));
  return { side, region, box: { rows, columns } };
}

function ofRegions(base) {
  const map = /^regions:(.+)$/.exec(base)?.[1];
  if (!map) throw new Error(`expected a shape such as 3x3, 2x5+diagonals or regions:1122…, found “${base}”`);
  const region = (map.includes(",") ? map.split(",").map(Number) : [...map].map((c) => parseInt(c, 36))).map((n) => n - 1);
  const side = sized(Math.round(Math.sqrt(region.length)));
  if (side * side !== region.length) throw new Error(`${region.length} region numbers make no square`);
  const wrong = region.findIndex((n) => !(n >= 0 && n < side));
  if (wrong >= 0) throw new Error(`${name(wrong, side)}: expected a region number from 1 to ${side}`);
  return { side, region, box: null };
}

/** The windows of a windoku: blocks of the size of a box, each one line away from the next and from the edge. */
function windows(box, side) {
  const n = box?.rows;
  if (!n || n < 2 || n !== box.columns) throw new Error("windows need square boxes of at least 2×2 cells");
  const starts = Array.from({ length: n - 1 }, (_, k) => 1 + k * (n + 1));
  const cells = (row, column) => Array.from({ length: side }, (_, k) => (row + Math.floor(k / n)) * side + column + (k % n));
  return starts.flatMap((row) => starts.map((column) => cells(row, column)));
}

function unit(word, side) {
  const cells = /^unit:(.+)$/.exec(word)?.[1].split(",").map((cell) => {
    const [, row, column] = /^r(\d+)c(\d+)$/i.exec(cell) ?? [];
    const isThere = row >= 1 && row <= side && column >= 1 && column <= side;
    if (!isThere) throw new Error(`expected a cell such as r1c1, found “${cell}”`);
    return (row - 1) * side + (column - 1);
  });
  if (!cells) throw new Error(`expected +diagonals or +unit:r1c1,…, found “+${word}”`);
  if (new Set(cells).size !== side) throw new Error(`an extra unit needs ${side} different cells`);
  return cells;
}

/** The cells that a sentence names, such as r1c2 or row 3. */
export function namedIn(geometry, sentence) {
  const { side, units } = geometry;
  const cells = [...sentence.matchAll(/\br(\d+)c(\d+)/g)].map(([, row, column]) => (row - 1) * side + (column - 1));
  const inUnits = units.flatMap((unit, u) => (new RegExp(`\\b${unitName(geometry, u)}\\b`).test(sentence) ? unit : []));
  return new Set([...cells, ...inUnits]);
}

/** The name of a cell. */
export function name(i, side) {
  return `r${Math.floor(i / side) + 1}c${(i % side) + 1}`;
}

/** What a unit is called. */
export function unitName(geometry, u) {
  const { side, box, diagonals } = geometry;
  const kind = ["row", "column", box ? "box" : "region"][Math.floor(u / side)];
  if (kind) return `${kind} ${(u % side) + 1}`;
  const number = u - 3 * side + 1;
  if (!diagonals) return `extra unit ${number}`;
  return number <= 2 ? `diagonal ${number}` : `extra unit ${number - 2}`;
}

/** The digits that stand twice in a unit: the cells, and the first of these in words. */
export function conflicts(geometry, digits) {
  const cells = new Set();
  let first = null;
  geometry.units.forEach((unit, u) => {
    const seen = new Map();
    for (const i of unit) {
      if (!digits[i]) continue;
      const other = seen.get(digits[i]);
      if (other === undefined) {
        seen.set(digits[i], i);
        continue;
      }
      cells.add(other).add(i);
      first ??= `${digits[i]} appears twice in ${unitName(geometry, u)}`;
    }
  });
  return { cells, first };
}

/** The digits that no peer of an empty cell has, for each cell. */
export function candidates({ units, unitsOf, cells, side }, digits) {
  const width = side + 1;
  const taken = new Uint8Array(units.length * width);
  units.forEach((unit, u) => unit.forEach((i) => (taken[u * width + digits[i]] = 1)));
  return Array.from({ length: cells }, (_, i) => {
    if (digits[i]) return [];
    const open = [];
    for (let d = 1; d <= side; d++) {
      if (unitsOf[i].every((u) => !taken[u * width + d])) open.push(d);
    }
    return open;
  });
}

/** The lines between the cells, as paths in units of a cell: thin ones within a region, thick ones where a region ends. */
export function lines({ side, region }) {
  const paths = { thin: "", thick: `M0 0H${side}V${side}H0Z` };
  const draw = (kind, across, from, to) => (paths[kind] += across ? `M${from[0]} ${from[1]}H${to}` : `M${from[0]} ${from[1]}V${to}`);
  for (let k = 1; k < side; k++) {
    for (const across of [true, false]) {
      const isWall = (j) => (across ? region[(k - 1) * side + j] !== region[k * side + j] : region[j * side + k - 1] !== region[j * side + k]);
      for (let from = 0, j = 1; j <= side; j++) {
        if (j < side && isWall(j) === isWall(from)) continue;
        draw(isWall(from) ? "thick" : "thin", across, across ? [from, k] : [k, from], j);
        from = j;
      }
    }
  }
  return paths;
}
