import type { DocumentType } from './extraction/extracted-document.ts';

/** Media type of each type of document. */
export const MEDIA_TYPES: Readonly<Record<DocumentType, string>> = {
  PDF: 'application/pdf',
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  HTML: 'text/html',
  MARKDOWN: 'text/markdown',
  EMAIL: 'message/rfc822',
  TEXT: 'text/plain',
};
