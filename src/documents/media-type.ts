/** Media types of the documents that can be read, by extension. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  htm: 'text/html',
  md: 'text/markdown',
  markdown: 'text/markdown',
  eml: 'message/rfc822',
  txt: 'text/plain',
  text: 'text/plain',
};

/** Media type by the extension of a name. Null if it is unknown. */
export function mediaTypeOf(name: string): string | null {
  return TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}
