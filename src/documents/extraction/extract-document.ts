import { type DecodedText, decodeText } from './decode-text.ts';
import { documentLanguage } from './document-language.ts';
import { DocumentRefusal } from './document-refusal.ts';
import { documentTypeOf, type FileNames } from './document-type.ts';
import { DocumentWriter, textTooLong } from './document-writer.ts';
import { writeEmail } from './email.ts';
import type { DocumentType, ExtractedDocument } from './extracted-document.ts';
import type { ExtractionLimits } from './extraction-limits.ts';
import { fileTooLarge } from './file-too-large.ts';
import { declaredEncoding, writeHtml } from './html.ts';
import { markdownStructure } from './markdown.ts';
import { writeDocx } from './office/docx.ts';
import { writePdf } from './pdf/pdf.ts';
import { paragraphsOf } from './plain-text.ts';

/** Content of a document without its language, which is detected at the end. */
type DocumentContent = Omit<ExtractedDocument, 'type' | 'language'>;

/**
 * Reads a document. Only for a worker thread with limits of time and memory: this function has neither.
 * @param bytes can be detached
 * @throws DocumentRefusal
 */
export async function extractDocument(
  bytes: Uint8Array,
  names: FileNames,
  limits: ExtractionLimits,
  onProgress: (pagesDone: number, pagesTotal: number) => void,
): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new DocumentRefusal('NO_TEXT', 'The file is empty.');
  const type = documentTypeOf(bytes, names);
  if (bytes.length > limits.maxBytes[type]) throw fileTooLarge(bytes.length, limits.maxBytes[type]);
  const content = await contentOf(type, bytes, limits, onProgress);
  if (content.text.trim() === '' && content.notices.length === 0 && content.attachments.length === 0) {
    throw new DocumentRefusal('NO_TEXT', 'The document has no text.');
  }
  return { type, language: documentLanguage(content.text), ...content };
}

async function contentOf(
  type: DocumentType,
  bytes: Uint8Array,
  limits: ExtractionLimits,
  onProgress: (pagesDone: number, pagesTotal: number) => void,
): Promise<DocumentContent> {
  const writer = new DocumentWriter(limits.maxCharacters);
  const parts = () => ({ text: writer.finish(), blocks: writer.blocks, footnotes: writer.footnotes });
  switch (type) {
    case 'PDF': {
      const { pages, title, notices } = await writePdf(bytes, writer, limits, onProgress);
      return { ...parts(), pages, title, notices, attachments: [] };
    }
    case 'DOCX': {
      const title = await writeDocx(bytes, writer, limits);
      return { ...parts(), pages: null, title, notices: [], attachments: [] };
    }
    case 'EMAIL': {
      const { subject, attachments } = await writeEmail(bytes, writer, limits);
      return { ...parts(), pages: null, title: subject, notices: [], attachments };
    }
    case 'HTML': {
      const { text, notices } = decodeHtml(bytes);
      const title = writeHtml(text, writer, limits);
      return { ...parts(), pages: null, title, notices, attachments: [] };
    }
    case 'MARKDOWN': {
      const { text, notices } = withinLimit(decodeText(bytes), limits);
      return { text, ...markdownStructure(text), pages: null, notices, attachments: [] };
    }
    case 'TEXT': {
      const { text, notices } = withinLimit(decodeText(bytes), limits);
      return { text, blocks: paragraphsOf(text), footnotes: [], pages: null, title: null, notices, attachments: [] };
    }
  }
}

function decodeHtml(bytes: Uint8Array): DecodedText {
  const declared = declaredEncoding(bytes);
  // UTF-8 is verified, because pages often declare it and are written in something else.
  if (declared === null || declared.startsWith('utf-')) return decodeText(bytes);
  return { text: new TextDecoder(declared).decode(bytes), notices: [] };
}

function withinLimit(decoded: DecodedText, { maxCharacters }: ExtractionLimits): DecodedText {
  if (decoded.text.length > maxCharacters) throw textTooLong(maxCharacters);
  return decoded;
}
