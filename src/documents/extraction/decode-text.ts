import { DocumentRefusal } from './document-refusal.ts';
import type { ExtractionNotice } from './extracted-document.ts';

export interface DecodedText {
  readonly text: string;
  readonly notices: readonly ExtractionNotice[];
}

/** Bytes that are examined to recognise UTF-16 without a byte order mark, and binary files. */
const EXAMINED_BYTES = 64 * 1024;
/** Minimum share of zero bytes on one side of each pair from which a text counts as UTF-16. European text has nearly all. */
const UTF16_ZEROS = 0.3;
/** Maximum share of control characters other than line breaks, tabs and form feeds. Text has none; logs have some. */
const MAX_CONTROL_SHARE = 0.01;

/**
 * Decodes a text file: UTF-8 and UTF-16 by their byte order mark, else UTF-8 if it is valid, else UTF-16 if its zero bytes
 * show it, else Windows-1252.
 * @throws DocumentRefusal UNSUPPORTED_TYPE for a binary file
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decoded(bytes, 'utf-16le'), notices: [] };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decoded(bytes, 'utf-16be'), notices: [] };
  const beginning = bytes.subarray(0, EXAMINED_BYTES);
  const utf16 = utf16Of(beginning);
  if (utf16) return { text: decoded(bytes, utf16), notices: [{ kind: 'ENCODING_GUESSED', encoding: utf16 }] };
  if (beginning.includes(0)) throw binary();
  try {
    return { text: readable(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), notices: [] };
  } catch (error) {
    if (error instanceof DocumentRefusal) throw error;
    const text = decoded(bytes, 'windows-1252');
    return { text, notices: [{ kind: 'ENCODING_GUESSED', encoding: 'windows-1252' }] };
  }
}

function decoded(bytes: Uint8Array, encoding: string): string {
  return readable(new TextDecoder(encoding).decode(bytes));
}

function utf16Of(beginning: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  for (const [index, byte] of beginning.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const most = (beginning.length / 2) * UTF16_ZEROS;
  if (zeros[1]! > most && zeros[0]! < zeros[1]! / 10) return 'utf-16le';
  if (zeros[0]! > most && zeros[1]! < zeros[0]! / 10) return 'utf-16be';
  return null;
}

/** @returns the text itself @throws DocumentRefusal for a text with the control characters of a binary file */
function readable(text: string): string {
  if (text.includes('\0')) throw binary();
  const beginning = text.slice(0, EXAMINED_BYTES);
  let controls = 0;
  for (let at = 0; at < beginning.length; at++) {
    const code = beginning.charCodeAt(at);
    if ((code < 0x20 && (code < 9 || code > 13)) || code === 0x7f) controls++;
  }
  if (controls > beginning.length * MAX_CONTROL_SHARE) throw binary();
  return text;
}

function binary(): DocumentRefusal {
  return new DocumentRefusal(
    'UNSUPPORTED_TYPE',
    'The file is binary and has none of the supported types. Upload it as PDF, DOCX, HTML, Markdown, EML or plain text.',
  );
}
