import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import MarkdownIt from 'markdown-it';
import { type AnyNode, textOf, treeOf, walk } from '../syntax-tree.ts';

/** A piece of prose that people read, with its place. */
export interface Passage {
  file: string;
  line: number;
  kind: 'comment' | 'text' | 'title' | 'description' | 'document' | 'heading';
  /** Markup and code are replaced by `code`, so that rules see only prose. */
  text: string;
}

/** Prose in one file. The schema, OpenAPI, Markdown and TypeScript are known; other files have none. */
export function passagesOf(file: string, source: string): Passage[] {
  if (file.endsWith('.graphql')) return fromSchema(file, source);
  if (file.endsWith('.json')) return fromOpenApi(file, source);
  if (file.endsWith('.md')) return fromMarkdown(file, source);
  if (/\.tsx?$/.test(file)) return fromTypeScript(file, source);
  return [];
}

const markdown = new MarkdownIt({ html: true });

function fromMarkdown(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  const tokens = markdown.parse(source, {});
  tokens.forEach((token, at) => {
    if (token.type !== 'inline') return;
    const text = (token.children ?? [])
      .map(({ type, content }) => (type === 'code_inline' ? '`code`' : content))
      .join('');
    const isHeading = tokens[at - 1]?.type === 'heading_open';
    const line = (token.map?.[0] ?? findLine(tokens, at)) + 1;
    passages.push({ file, line, kind: isHeading ? 'heading' : 'document', text: plainText(text) });
  });
  return passages;
}

/**
 * Line of a token. A token without a position, such as the cell of a table, has the line of the nearest earlier token with a
 * position.
 */
function findLine(tokens: readonly { map: [number, number] | null }[], at: number): number {
  for (let index = at; index >= 0; index -= 1) if (tokens[index]?.map) return tokens[index]!.map![0];
  return 0;
}

/** Names of properties whose texts are prose that people read. */
const PROSE_PROPERTIES = new Set([
  'description',
  'title',
  'text',
  'summary',
  'message',
  'detail',
  'advice',
  'label',
  'heading',
  'hint',
  'placeholder',
  'sentence',
  'deprecationReason',
  'error',
  'expected',
  'usage',
  'lead',
  'caption',
  'question',
  'confirm',
]);
const TITLES = new Set(['title', 'label', 'heading', 'name']);

function fromTypeScript(file: string, source: string): Passage[] {
  const { program, comments } = treeOf(file, source);
  const starts = lineStarts(source);
  const passages: Passage[] = [];
  const add = (kind: Passage['kind'], text: string, start: number) => {
    const plain = plainText(text);
    if (/[a-z] /i.test(plain)) passages.push({ file, line: lineAt(starts, start), kind, text: plain });
  };
  for (const { value, start } of comments) {
    if (/biome-ignore|@ts-|eslint|^\s*#/.test(value)) continue;
    add('comment', value.replaceAll(/^\s*\* ?/gm, '').replace(/^\*/, ''), start);
  }
  const isSql = file.endsWith('.sql.ts');
  const isOfScreens = file.endsWith('/texts.ts');
  walk(program, null, (node, parent) => {
    if (node.type === 'JSXText') add('text', String(node.value).replaceAll(/\s+/g, ' '), node.start);
    const text = textOf(node, 'code');
    if (text === null || !text.includes(' ')) return;
    const name = parent?.type === 'Property' ? nameOf(parent.key as AnyNode) : null;
    // Skips the property `text` of an SQL statement.
    if (isSql && name === 'text') return;
    if (name !== null && PROSE_PROPERTIES.has(name)) add(TITLES.has(name) ? 'title' : 'description', text, node.start);
    // In other places, a text counts as prose if it has the form of a sentence. Log messages and texts of screens count in any
    // form.
    else if (isLogged(parent) || isOfScreens || /^[A-Z][^`<>{}]*[a-z] .*[.?!]$/.test(text))
      add('text', text, node.start);
  });
  return passages;
}

/** True for an argument of a call such as `logger.warn(…)`. */
function isLogged(parent: AnyNode | null): boolean {
  if (parent?.type !== 'CallExpression') return false;
  const { type, property } = parent.callee as { type: string; property?: AnyNode };
  return type === 'MemberExpression' && /^(?:debug|info|warn|error|fatal)$/.test(String(property?.name));
}

function nameOf(key: AnyNode): string | null {
  if (key.type === 'Identifier') return String(key.name);
  return key.type === 'Literal' ? String(key.value) : null;
}

function fromSchema(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  const add = (of: { description?: string | null; astNode?: { loc?: { startToken: { line: number } } } | null }) => {
    const line = of.astNode?.loc?.startToken.line ?? 1;
    passages.push({ file, line, kind: 'description', text: plainText(of.description ?? '') });
  };
  for (const type of Object.values(buildSchema(source).getTypeMap())) {
    if (type.name.startsWith('__') || !type.astNode) continue;
    add(type);
    if (isEnumType(type)) type.getValues().forEach(add);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(field);
      if ('args' in field) field.args.forEach(add);
    }
  }
  return passages;
}

function fromOpenApi(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  const visit = (value: unknown, key: string | null, isExample: boolean): void => {
    if (typeof value === 'string' && !isExample && (key === 'description' || key === 'summary')) {
      passages.push({ file, line: 1, kind: key === 'summary' ? 'title' : 'description', text: plainText(value) });
    }
    if (!value || typeof value !== 'object') return;
    for (const [name, child] of Object.entries(value)) {
      visit(child, name, isExample || name === 'example' || name === 'examples' || name === 'x-codeSamples');
    }
  };
  visit(JSON.parse(source), null, false);
  return passages;
}

const BLOCK_START = /\n\s*\n|\n\s*(?=[-*] |@(?:param|returns?|throws)\b)/;

/**
 * Replaces code in backticks, addresses and links, which aren’t prose. Paragraphs, list items and tags of doc comments become
 * paragraphs, because sentences don't cross them.
 */
function plainText(text: string): string {
  return (
    text
      .replaceAll(/```[\s\S]*?```/g, '\n\n')
      // A capital begins a sentence; the parser splits only before one.
      .replaceAll(/([.!?]\s+)`[^`]*`/g, '$1Code')
      .replaceAll(/`[^`]*`/g, 'code')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/https?:\S+/g, 'code')
      .split(BLOCK_START)
      .map((block) =>
        block
          .replace(/^(?:[-*]|@(?:returns?|throws))\s+/, '')
          .replace(/^@param\s+\S+/, 'code')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      .filter((block) => block !== '')
      .join('\n\n')
  );
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
