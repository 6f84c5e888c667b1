import type { DocumentReader } from './document-reader.ts';
import { DocumentRefusal } from './extraction/document-refusal.ts';
import type { Block } from './extraction/extracted-document.ts';

/** Reads plain text in UTF-8. */
export const plainTextReader: DocumentReader = {
  rules: 'plain-text/1',
  async extract({ bytes, name }) {
    const text = new TextDecoder().decode(bytes);
    if (/\.(msg|pst)$/i.test(name) || text.includes('\uFFFD') || text.includes('\0')) {
      throw new DocumentRefusal(
        'UNSUPPORTED_TYPE',
        'The file isn’t text in UTF-8. Save it as text, and upload that file.',
      );
    }
    const blocks: Block[] = [...text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)].map(({ 0: block, index }) => ({
      kind: 'PARAGRAPH',
      start: index,
      end: index + block.length,
      level: null,
    }));
    return {
      type: 'TEXT',
      text,
      blocks,
      pages: null,
      footnotes: [],
      language: null,
      title: null,
      attachments: [],
      notices: [],
    };
  },
  // biome-ignore lint/correctness/useYield: it refuses every zip
  async *unpack() {
    throw new DocumentRefusal('UNSUPPORTED_TYPE', 'Zip files can’t be unpacked. Upload the files themselves.');
  },
  close: async () => {},
};
