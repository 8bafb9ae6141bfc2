// A text in the address: deflated without a header, then letters, digits, hyphen and underscore.

/** The text as letters for an address. */
export async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** So many characters a link may unpack to. */
const MOST = 4 << 20;

/** The text of such letters; throws where they are damaged. */
export async function unpack(letters) {
  const binary = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MOST) throw new Error("too long");
  }
}

/** The question for `board` of an address's fragment; nothing where it has no puzzle; throws where it is damaged. */
export async function ofFragment(fragment) {
  if (fragment.length < 2) return null;
  const own = /^#p\/([\w-]+)$/.exec(fragment);
  if (own) return { puzzle: await unpack(own[1]) };
  // A link of the page before 0.3: the words of the board, then a character or a number for each cell.
  const old = /^#((?:\d+x\d+|regions:)[^/]*)\/([^/]*)$/.exec(decodeURIComponent(fragment));
  if (!old) throw new Error("no link of this page");
  const [, board, cells] = old;
  const puzzle = cells.includes(",") ? cells.split(",").map((word) => Number(word) || null) : cells;
  return { board, puzzle };
}

/** A link of this page somewhere in a text: its fragment, or nothing. */
export function fragmentIn(text) {
  return /^\S*(#p\/[\w-]+|#(?:\d+x\d+|regions:)\S*\/\S*)$/.exec(text.trim())?.[1] ?? null;
}
