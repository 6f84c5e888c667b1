/** Range of a value in a text. `to` is exclusive. */
export interface TextRange {
  from: number;
  to: number;
  /** Line number from 1. */
  line: number;
}

/**
 * Range of the value at a JSON pointer such as `/rules/3/path`, or of its nearest existing parent. Null if the text isn't
 * JSON.
 */
export function rangeOf(text: string, pointer: string): TextRange | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let from = skipSpace(text, 0);
  for (const step of steps) {
    const next = memberOf(text, from, step);
    if (next === null) break;
    from = next;
  }
  return { from, to: endOf(text, from), line: text.slice(0, from).split('\n').length };
}

/** Start of the value of an object's member or an array's element. Null if it doesn't exist. */
function memberOf(text: string, from: number, name: string): number | null {
  const isObject = text[from] === '{';
  if (!isObject && text[from] !== '[') return null;
  let at = skipSpace(text, from + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index += 1) {
    let key = String(index);
    if (isObject) {
      const end = endOf(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (key === name) return at;
    at = skipSpace(text, endOf(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return null;
}

/** End, exclusive, of the value that begins here. The text must be valid JSON. */
function endOf(text: string, from: number): number {
  if (text[from] === '"') {
    let at = from + 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  if (text[from] !== '{' && text[from] !== '[') {
    let at = from;
    while (at < text.length && !/[\s,\]}]/.test(text[at]!)) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = from; ; ) {
    const sign = text[at];
    if (sign === '"') {
      at = endOf(text, at);
      continue;
    }
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}
