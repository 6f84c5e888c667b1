import MarkdownIt, { type Token } from 'markdown-it';
import type { TextRange } from '../../quotations/index.ts';
import type { Block, BlockKind } from './extracted-document.ts';
import { linesOf } from './plain-text.ts';

const markdown = new MarkdownIt({ html: true, linkify: false });
// Only the blocks matter. The other rules read what is inside of a line, which takes most of the time.
markdown.core.ruler.disable(['inline', 'text_join']);

const FOOTNOTE = /^ {0,3}\[\^[^\]\n]{1,50}\]:/;
const FOOTNOTE_MARK = /\[\^[^\]\n]{1,50}\]/g;
const FRONT_MATTER = /^---\r?\n(?:[^\n]{0,2000}\n){0,200}?---\r?\n/;
const FRONT_MATTER_TITLE = /^title:[ \t]{0,20}(["']?)([^\n"']{1,500})\1[ \t]{0,20}\r?$/m;

export interface MarkdownStructure {
  readonly blocks: readonly Block[];
  readonly footnotes: readonly TextRange[];
  readonly title: string | null;
}

/** Finds the blocks of a Markdown text. Their ranges leave out the signs that mark headings, quotes and list items. */
export function markdownStructure(text: string): MarkdownStructure {
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? '';
  const title = FRONT_MATTER_TITLE.exec(frontMatter)?.[2]?.trim() || null;
  const lines = [...linesOf(text)];
  const skipped = frontMatter === '' ? 0 : [...linesOf(frontMatter)].length - 1;
  const source = skipped === 0 ? text : text.slice(lines[skipped]!.start);
  const blocks: Block[] = [];
  const footnotes: TextRange[] = [];
  const lists: number[] = [];
  let quotes = 0;
  let hasItemText = false;

  const add = (kind: BlockKind, level: number | null, from: number, to: number) => {
    const range = contentRange(text, lines, from + skipped, to + skipped);
    if (!range || range.start < (blocks.at(-1)?.end ?? 0)) return;
    const isFootnote = kind === 'PARAGRAPH' && FOOTNOTE.test(text.slice(range.start, range.start + 60));
    blocks.push({ kind: isFootnote ? 'FOOTNOTE' : kind, level, ...range });
    if (isFootnote) footnotes.push(range);
    else
      for (const mark of text.slice(range.start, range.end).matchAll(FOOTNOTE_MARK)) {
        footnotes.push({ start: range.start + mark.index, end: range.start + mark.index + mark[0].length });
      }
  };

  for (const token of markdown.parse(source, {})) {
    const [from, to] = token.map ?? [0, 0];
    switch (token.type) {
      case 'bullet_list_open':
      case 'ordered_list_open':
        lists.push(1);
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop();
        break;
      case 'list_item_open':
        hasItemText = false;
        break;
      case 'blockquote_open':
        quotes++;
        break;
      case 'blockquote_close':
        quotes--;
        break;
      case 'heading_open':
        // The second line of an underlined heading is the underline.
        add('HEADING', Number(token.tag.slice(1)), from, token.markup === '=' || token.markup === '-' ? to - 1 : to);
        break;
      case 'paragraph_open':
        if (lists.length > 0 && !hasItemText) add('LIST_ITEM', lists.length, from, to);
        else add(quotes > 0 ? 'QUOTE' : 'PARAGRAPH', null, from, to);
        hasItemText = true;
        break;
      case 'tr_open':
        add('TABLE_ROW', null, from, from + 1);
        break;
      case 'fence':
        add('PARAGRAPH', null, from + 1, closesFence(token, text, lines, to + skipped) ? to - 1 : to);
        break;
      case 'code_block':
      case 'html_block':
        add('PARAGRAPH', null, from, to);
        break;
    }
  }
  const first = blocks.find(({ kind, level }) => kind === 'HEADING' && level === 1);
  return { blocks, footnotes, title: title ?? (first ? text.slice(first.start, first.end) : null) };
}

function closesFence({ markup }: Token, text: string, lines: readonly TextRange[], after: number): boolean {
  const last = lines[after - 1];
  return last !== undefined && text.slice(last.start, last.end).trim().startsWith(markup);
}

/** Range of the words on some lines, without the Markdown signs before the first word. */
function contentRange(text: string, lines: readonly TextRange[], from: number, to: number): TextRange | null {
  const first = lines[from];
  const last = lines[Math.min(to, lines.length) - 1];
  if (!first || !last || last.end < first.start) return null;
  const content = text.slice(first.start, last.end);
  const signs = /^(?:[ \t>]|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t]))*/.exec(content)![0].length;
  const words = content
    .slice(signs)
    .trimEnd()
    .replace(/[ \t]#+$/, '')
    .trimEnd();
  return words === '' ? null : { start: first.start + signs, end: first.start + signs + words.length };
}
