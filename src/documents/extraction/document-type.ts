import { DocumentRefusal } from './document-refusal.ts';
import type { DocumentType } from './extracted-document.ts';

/** Bytes in which a type is recognised. PDF readers accept a header within the first 1,024. */
const EXAMINED_BYTES = 4_096;

/** File types that are refused by name, by their first bytes as hexadecimal digits. */
const REFUSED_MAGIC: readonly (readonly [magic: string, name: string, advice: string])[] = [
  ['2142444e', 'an Outlook data file (PST)', 'Export the messages as EML'],
  ['7b5c727466', 'an RTF file', 'Save it as DOCX or PDF'],
  ['89504e47', 'a picture', 'Upload it as PDF'],
  ['ffd8ff', 'a picture', 'Upload it as PDF'],
  ['47494638', 'a picture', 'Upload it as PDF'],
  ['49492a00', 'a picture', 'Upload it as PDF'],
  ['4d4d002a', 'a picture', 'Upload it as PDF'],
  ['377abcaf271c', 'a 7z archive', 'Unpack it first, or upload a ZIP archive'],
  ['526172211a07', 'a RAR archive', 'Unpack it first, or upload a ZIP archive'],
  ['1f8b08', 'a compressed file', 'Unpack it first'],
  ['425a68', 'a compressed file', 'Unpack it first'],
  ['fd377a585a00', 'a compressed file', 'Unpack it first'],
];
const OLE_MAGIC = 'd0cf11e0a1b11ae1';
const ZIP_MAGIC = ['504b0304', '504b0506', '504b0708'];

const BY_MEDIA_TYPE: Readonly<Record<string, DocumentType>> = {
  'text/html': 'HTML',
  'application/xhtml+xml': 'HTML',
  'text/markdown': 'MARKDOWN',
  'text/x-markdown': 'MARKDOWN',
  'message/rfc822': 'EMAIL',
};
const BY_EXTENSION: Readonly<Record<string, DocumentType>> = {
  html: 'HTML',
  htm: 'HTML',
  xhtml: 'HTML',
  md: 'MARKDOWN',
  markdown: 'MARKDOWN',
  eml: 'EMAIL',
};
const MAIL_HEADER =
  /^(?:From|To|Cc|Date|Subject|Received|Return-Path|Delivered-To|Message-ID|MIME-Version|Content-Type|Reply-To|X-[\w-]{1,60}):/i;

export interface FileNames {
  readonly name: string;
  /** Media type that the caller declared. Null if it declared none. */
  readonly mediaType: string | null;
}

/**
 * Recognises the type of a file from its bytes. The name and the declared type only decide between types that are text.
 * @throws DocumentRefusal UNSUPPORTED_TYPE, ENCRYPTED
 */
export function documentTypeOf(bytes: Uint8Array, { name, mediaType }: FileNames): DocumentType {
  const beginning = Buffer.from(bytes.subarray(0, EXAMINED_BYTES));
  const hex = beginning.subarray(0, 16).toString('hex');
  if (beginning.subarray(0, 1_024).includes('%PDF-')) return 'PDF';
  if (ZIP_MAGIC.some((magic) => hex.startsWith(magic))) return zipType(bytes);
  if (hex.startsWith(OLE_MAGIC)) throw oleRefusal(bytes, name);
  const refused = REFUSED_MAGIC.find(([magic]) => hex.startsWith(magic));
  if (refused) throw unsupported(refused[1], refused[2]);
  const text = beginning.toString('latin1').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
  const extension = /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const declared = BY_EXTENSION[extension] ?? BY_MEDIA_TYPE[(mediaType ?? '').split(';')[0]!.trim().toLowerCase()];
  if (declared) return declared;
  if (/^\s{0,100}(?:<\?xml[^>]{0,200}>\s{0,100})?<(?:!doctype\s+html|html[\s>])/i.test(text)) return 'HTML';
  return isMail(text) ? 'EMAIL' : 'TEXT';
}

/** True for a text that begins with at least three headers of an e-mail and no other line. */
function isMail(text: string): boolean {
  let known = 0;
  for (const line of text.split(/\r?\n/, 40)) {
    if (MAIL_HEADER.test(line)) known++;
    else if (line === '' || !/^(?:[ \t]|[\w-]{1,60}:)/.test(line)) break;
  }
  return known >= 3;
}

/** Names in a ZIP's directory are not compressed, so that the type can be recognised without unpacking. */
function zipType(bytes: Uint8Array): DocumentType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes('[Content_Types].xml')) {
    if (file.includes('word/')) return 'DOCX';
    if (file.includes('xl/')) throw unsupported('an Excel workbook', 'Save it as PDF');
    if (file.includes('ppt/')) throw unsupported('a PowerPoint presentation', 'Save it as PDF');
  }
  if (file.subarray(0, 200).includes('application/vnd.oasis.opendocument')) {
    throw unsupported('an OpenDocument file', 'Save it as DOCX or PDF');
  }
  throw unsupported('a ZIP archive', 'Unpack it first');
}

function oleRefusal(bytes: Uint8Array, name: string): DocumentRefusal {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (stream: string) => file.includes(Buffer.from(stream, 'utf16le'));
  if (has('EncryptedPackage')) {
    return new DocumentRefusal('ENCRYPTED', 'The document has a password. Save it without one, and upload it again.');
  }
  if (has('__substg1.0_') || /\.msg$/i.test(name)) return unsupported('an Outlook message (MSG)', 'Save it as EML');
  if (has('WordDocument') || /\.doc$/i.test(name))
    return unsupported('a Word 97 document (DOC)', 'Save it as DOCX or PDF');
  return unsupported('an Office 97 file', 'Save it as DOCX or PDF');
}

function unsupported(what: string, advice: string): DocumentRefusal {
  return new DocumentRefusal('UNSUPPORTED_TYPE', `The file is ${what}. ${advice}, and upload it again.`);
}
