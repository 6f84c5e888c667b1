import { setImmediate } from 'node:timers/promises';
import type { TextRange } from '../../quotations/index.ts';
import {
  BLOCK_KINDS,
  type Block,
  type DocumentPage,
  type ExtractedDocument,
  type TextBox,
} from './extracted-document.ts';

/**
 * An extracted document as a worker posts it. Blocks and boxes are columns of numbers, because the receiving thread would be
 * blocked while it reads a message with a hundred thousand objects.
 */
export interface PackedDocument extends Omit<ExtractedDocument, 'blocks' | 'footnotes' | 'pages'> {
  /** Kind, start, end and level of each block. */
  readonly blocks: Int32Array<ArrayBuffer>;
  /** Start and end of each range. */
  readonly footnotes: Int32Array<ArrayBuffer>;
  readonly pages: readonly PackedPage[] | null;
}

interface PackedPage extends Omit<DocumentPage, 'boxes'> {
  /** Start, end, x, y, width and height of each box. */
  readonly boxes: Float32Array<ArrayBuffer>;
}

const BLOCK_COLUMNS = 4;
const RANGE_COLUMNS = 2;
const BOX_COLUMNS = 6;
const NO_LEVEL = -1;
/** Rows that are unpacked before other work has its turn: about a millisecond. */
const ROWS_PER_TURN = 10_000;

export function packDocument({ blocks, footnotes, pages, ...rest }: ExtractedDocument): PackedDocument {
  return {
    ...rest,
    blocks: Int32Array.from(
      blocks.flatMap(({ kind, start, end, level }) => [BLOCK_KINDS.indexOf(kind), start, end, level ?? NO_LEVEL]),
    ),
    footnotes: Int32Array.from(footnotes.flatMap(({ start, end }) => [start, end])),
    pages:
      pages?.map(({ boxes, ...page }) => ({
        ...page,
        // Offsets are below 2^24 within a page, to which they are relative. Single precision is exact for these.
        boxes: Float32Array.from(
          boxes.flatMap(({ start, end, x, y, width, height }) => [
            start - page.start,
            end - page.start,
            x,
            y,
            width,
            height,
          ]),
        ),
      })) ?? null,
  };
}

/** Buffers of a packed document that can be moved to another thread instead of being copied. */
export function transferableOf({ blocks, footnotes, pages, attachments }: PackedDocument): ArrayBuffer[] {
  return [
    blocks.buffer,
    footnotes.buffer,
    ...(pages ?? []).map(({ boxes }) => boxes.buffer),
    ...attachments.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  ];
}

/** Unpacks a document in small steps, so that other work of the thread isn't blocked. */
export async function unpackDocument(packed: PackedDocument): Promise<ExtractedDocument> {
  const blocks: Block[] = [];
  for (let at = 0; at < packed.blocks.length; at += BLOCK_COLUMNS) {
    const [kind, start, end, level] = packed.blocks.subarray(at, at + BLOCK_COLUMNS);
    blocks.push({ kind: BLOCK_KINDS[kind!]!, start: start!, end: end!, level: level === NO_LEVEL ? null : level! });
    if (blocks.length % ROWS_PER_TURN === 0) await setImmediate();
  }
  const footnotes: TextRange[] = [];
  for (let at = 0; at < packed.footnotes.length; at += RANGE_COLUMNS) {
    footnotes.push({ start: packed.footnotes[at]!, end: packed.footnotes[at + 1]! });
  }
  if (packed.pages === null) return { ...packed, blocks, footnotes, pages: null };
  const pages: DocumentPage[] = [];
  let rows = 0;
  for (const page of packed.pages) {
    const boxes: TextBox[] = [];
    for (let at = 0; at < page.boxes.length; at += BOX_COLUMNS) {
      const [start, end, x, y, width, height] = page.boxes.subarray(at, at + BOX_COLUMNS);
      boxes.push({
        start: start! + page.start,
        end: end! + page.start,
        x: toHundredths(x!),
        y: toHundredths(y!),
        width: toHundredths(width!),
        height: toHundredths(height!),
      });
      rows++;
      if (rows % ROWS_PER_TURN === 0) await setImmediate();
    }
    pages.push({ ...page, boxes });
  }
  return { ...packed, blocks, footnotes, pages };
}

function toHundredths(points: number): number {
  return Math.round(points * 100) / 100;
}
