import { type AnyNode, textOf, treeOf, walk } from '../syntax-tree.ts';
import type { LiteralText } from './screen-texts.ts';

const TAG = /<\/?[a-z][a-z0-9]*(?=[\s>\0])/;
const WHOLE_TAG = /<\/?[a-z][^>]*(?:>|$)/g;
/** Elements whose content is code, not prose. */
const CODE = /<(code|kbd|pre|style|script|svg)\b[^>]*>.*?(<\/\1>|$)/gs;
const READ_ATTRIBUTE = /\s(?:alt|aria-label|placeholder|title)="([^"]*)"/g;
/** Character that replaces each expression of a template. */
const HOLE = '\0';

/** Finds texts in the HTML that a module writes: text between tags, and attributes that people read. */
export function htmlTextsIn(file: string, source: string): LiteralText[] {
  const found: LiteralText[] = [];
  const { program } = treeOf(file, source);
  walk(program, null, (node) => {
    const html = htmlOf(node);
    if (html === null) return;
    const line = source.slice(0, node.start).split('\n').length;
    for (const text of textsOf(html)) found.push({ file, line, text });
  });
  return found;
}

function htmlOf(node: AnyNode): string | null {
  const text = textOf(node, HOLE);
  return text !== null && TAG.test(text) ? text : null;
}

function textsOf(html: string): string[] {
  const attributes = [...html.matchAll(READ_ATTRIBUTE)].map(([, value]) => value!);
  const prose = html
    .replace(/^<!doctype html>/, '')
    .replace(CODE, HOLE)
    .split(WHOLE_TAG);
  return [...attributes, ...prose].flatMap((text) => {
    const words = text
      .replaceAll(HOLE, ' ')
      .replaceAll(/&#?\w+;/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    return /\p{L}{2}/u.test(words) && !words.startsWith('data:') ? [words] : [];
  });
}
