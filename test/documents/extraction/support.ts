import { afterAll } from 'vitest';
import {
  DocumentExtractor,
  type DocumentExtractorOptions,
} from '../../../src/documents/extraction/document-extractor.ts';
import { DocumentRefusal } from '../../../src/documents/extraction/document-refusal.ts';
import type { BlockKind, ExtractedDocument } from '../../../src/documents/extraction/extracted-document.ts';

/** Extractor of a test file, which ends its workers after the last test. */
export function startExtractor(options?: DocumentExtractorOptions) {
  const extractor = new DocumentExtractor(options);
  afterAll(() => extractor.close());
  const read = async (file: Uint8Array | string, name = 'file', mediaType: string | null = null) => {
    const document = await extractor.extract({ file, name, mediaType });
    if (document instanceof DocumentRefusal) throw document;
    checkRanges(document);
    return document;
  };
  const refusal = async (file: Uint8Array | string, name = 'file') => {
    const document = await extractor.extract({ file, name, mediaType: null });
    if (!(document instanceof DocumentRefusal)) throw new Error(`${name} was read: ${document.text.slice(0, 200)}`);
    return document;
  };
  return { extractor, read, refusal };
}

/** Texts of the blocks, with their kinds. */
export function blocksOf({ text, blocks }: ExtractedDocument): [BlockKind, string][] {
  return blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
}

export function rangesOf({ text, footnotes }: ExtractedDocument): string[] {
  return footnotes.map(({ start, end }) => text.slice(start, end));
}

/** The text without footnotes, marks and page furniture, and with white space as single spaces. */
export function runningText({ text, footnotes }: ExtractedDocument): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of footnotes) {
    rest += text.slice(at, start);
    at = end;
  }
  return (rest + text.slice(at)).replace(/\s+/g, ' ').trim();
}

/** Throws unless every range is inside of the text and in order, and no two of a kind overlap. */
function checkRanges({ text, blocks, footnotes, pages }: ExtractedDocument): void {
  for (const ranges of [blocks, footnotes, pages ?? []]) {
    let last = 0;
    for (const { start, end } of ranges) {
      if (start < last || end < start || end > text.length) throw new Error(`The range ${start} to ${end} is wrong.`);
      last = end;
    }
  }
  for (const { start, end, boxes } of pages ?? []) {
    const wrong = boxes.find((box) => box.start < start || box.end > end || box.end <= box.start);
    if (wrong) throw new Error(`The box ${wrong.start} to ${wrong.end} isn't on the page from ${start} to ${end}.`);
  }
}
