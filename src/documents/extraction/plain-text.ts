import type { Block } from './extracted-document.ts';

const LINE_BREAK = /\r\n|\n|\r/g;

/** Finds the paragraphs of a plain text, which empty lines separate. */
export function paragraphsOf(text: string): Block[] {
  const blocks: Block[] = [];
  let start = -1;
  let end = 0;
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end).trim();
    if (content === '') {
      if (start >= 0) blocks.push({ kind: 'PARAGRAPH', start, end, level: null });
      start = -1;
      continue;
    }
    const first = text.indexOf(content, line.start);
    if (start < 0) start = first;
    end = first + content.length;
  }
  if (start >= 0) blocks.push({ kind: 'PARAGRAPH', start, end, level: null });
  return blocks;
}

/** Ranges of the lines without their line breaks. */
export function* linesOf(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  for (const found of text.matchAll(LINE_BREAK)) {
    yield { start, end: found.index };
    start = found.index + found[0].length;
  }
  yield { start, end: text.length };
}
