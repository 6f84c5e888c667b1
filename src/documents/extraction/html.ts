import { Parser } from 'htmlparser2';
import type { TextRange } from '../../quotations/index.ts';
import { DocumentRefusal } from './document-refusal.ts';
import { type DocumentWriter, textTooLong } from './document-writer.ts';
import type { BlockKind } from './extracted-document.ts';
import type { ExtractionLimits } from './extraction-limits.ts';

/** Elements whose content isn't text of the document. */
const LEFT_OUT = new Set(
  'script style noscript template svg math head iframe object embed canvas audio video select textarea datalist'.split(
    ' ',
  ),
);
/** Elements that end the text before them and begin a new block. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody tfoot thead ' +
    'tr ul caption'
  ).split(' '),
);
const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);
const CHUNK_CHARACTERS = 64 * 1024;
const WHITE_SPACE = /[ \t\n\f\r]+/g;

/**
 * Writes the text of an HTML page, as the page orders it. The parser reads piece by piece and builds no tree. Text that a style
 * sheet hides isn't known as hidden.
 * @returns the title of the page
 * @throws DocumentRefusal TOO_DEEP, TOO_LARGE
 */
export function writeHtml(html: string, writer: DocumentWriter, limits: ExtractionLimits): string | null {
  const open: string[] = [];
  let leftOut = 0;
  let title: string | null = null;
  let isTitle = false;
  let preformatted = 0;
  let lists = 0;
  let quotes = 0;
  let itemLevel: number | null = null;
  let heading: number | null = null;
  let rows = 0;
  let footnoteDepth = -1;
  let markStart = -1;
  // Pieces of the current block. They aren't joined before its end, because reading a joined string takes time in its length.
  let pieces: string[] = [];
  let length = 0;
  let endsWithSpace = true;
  let marks: TextRange[] = [];

  const add = (piece: string) => {
    if (piece === '') return;
    pieces.push(piece);
    length += piece.length;
    endsWithSpace = /\s/.test(piece.at(-1)!);
    if (length > limits.maxCharacters) throw textTooLong(limits.maxCharacters);
  };
  const flush = () => {
    if (length > 0) {
      writer.addBlock(kindNow(), pieces.join(''), { level: heading ?? itemLevel, marks });
      if (!endsWithSpace) itemLevel = null;
    }
    pieces = [];
    length = 0;
    endsWithSpace = true;
    marks = [];
    markStart = -1;
  };
  const kindNow = (): BlockKind => {
    if (footnoteDepth >= 0) return 'FOOTNOTE';
    if (rows > 0) return 'TABLE_ROW';
    if (heading !== null) return 'HEADING';
    if (itemLevel !== null) return 'LIST_ITEM';
    return quotes > 0 ? 'QUOTE' : 'PARAGRAPH';
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(name);
        if (open.length > limits.maxHtmlDepth) {
          throw new DocumentRefusal(
            'TOO_DEEP',
            `The page nests more than ${limits.maxHtmlDepth.toLocaleString('en')} elements in each other. Save it as plain text or PDF.`,
          );
        }
        if (name === 'title' && title === null) isTitle = true;
        if (LEFT_OUT.has(name)) leftOut++;
        if (leftOut > 0) return;
        if (name === 'br') {
          add('\n');
          return;
        }
        // A cell's own blocks don't end its row.
        if (rows > 0 && name !== 'tr' && name !== 'table') {
          if ((name === 'td' || name === 'th') && length > 0) add('\t');
          else if (BLOCKS.has(name) && !endsWithSpace) add(' ');
          return;
        }
        if (BLOCKS.has(name)) flush();
        if (LISTS.has(name)) lists++;
        if (name === 'li') itemLevel = Math.max(1, lists);
        if (name === 'blockquote') quotes++;
        if (name === 'pre') preformatted++;
        if (name === 'tr') rows++;
        const level = headingLevel(name);
        if (level !== null) heading = level;
        if (footnoteDepth < 0 && isFootnote(name, attributes)) {
          flush();
          footnoteDepth = open.length;
        }
        if (isFootnoteMark(name, attributes) && markStart < 0) markStart = length;
      },
      ontext(data) {
        if (isTitle) {
          title = (title ?? '') + data.slice(0, 500);
          return;
        }
        if (leftOut > 0) return;
        if (preformatted > 0) {
          add(data);
          return;
        }
        const plain = data.replace(WHITE_SPACE, ' ');
        add(endsWithSpace && plain.startsWith(' ') ? plain.slice(1) : plain);
      },
      onclosetag(name) {
        if (open.pop() === undefined) return;
        if (name === 'title') isTitle = false;
        if (LEFT_OUT.has(name)) {
          leftOut = Math.max(0, leftOut - 1);
          return;
        }
        if (leftOut > 0) return;
        if ((name === 'a' || name === 'sup') && markStart >= 0) {
          if (length > markStart && length - markStart < 12) marks.push({ start: markStart, end: length });
          markStart = -1;
        }
        if (rows > 0 && name !== 'tr' && name !== 'table') return;
        if (BLOCKS.has(name)) flush();
        if (footnoteDepth > open.length) {
          flush();
          footnoteDepth = -1;
        }
        if (LISTS.has(name)) lists = Math.max(0, lists - 1);
        if (name === 'li') itemLevel = null;
        if (name === 'blockquote') quotes = Math.max(0, quotes - 1);
        if (name === 'pre') preformatted = Math.max(0, preformatted - 1);
        if (name === 'tr') rows = Math.max(0, rows - 1);
        if (headingLevel(name) !== null) heading = null;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  for (let at = 0; at < html.length; at += CHUNK_CHARACTERS) parser.write(html.slice(at, at + CHUNK_CHARACTERS));
  parser.end();
  flush();
  return (title as string | null)?.replace(WHITE_SPACE, ' ').trim() || null;
}

/** Encoding that a page declares in its first bytes. Null if it declares none, or one that isn't known. */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const label = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w:.-]{1,40})/i.exec(beginning)?.[1];
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function headingLevel(name: string): number | null {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : null;
}

function isFootnote(name: string, { role, class: classes, id }: Record<string, string>): boolean {
  if (role === 'doc-endnotes' || role === 'doc-footnote' || role === 'doc-endnote') return true;
  return (
    (name === 'aside' || name === 'section' || name === 'li' || name === 'p' || name === 'div') &&
    (/(?:^|\s)footnotes?(?:\s|$)/.test(classes ?? '') || /^(?:fn|footnote)[-:_]?\d{1,5}$/.test(id ?? ''))
  );
}

function isFootnoteMark(name: string, { role, class: classes, href, epub }: Record<string, string>): boolean {
  if (name === 'sup') return true;
  if (name !== 'a') return false;
  return (
    role === 'doc-noteref' ||
    epub === 'noteref' ||
    /footnote/.test(classes ?? '') ||
    /^#(?:fn|footnote)/.test(href ?? '')
  );
}
