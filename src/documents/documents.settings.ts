import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

/** Maximum bytes of a document. Requests with files can’t be larger. */
export const MAX_DOCUMENT_BYTES = 100_000_000;

const SECTION = { section: ['Documents'], permission: 'settings:manage' } as const;

export const documentsPerCase = integerSetting({
  ...SECTION,
  name: 'documents.perCase',
  title: 'Documents per case',
  description: 'Maximum number of documents in a case, attachments included. Erased documents don’t count.',
  environmentVariable: 'DOCUMENTS_PER_CASE',
  schema: z.int().min(1).max(1_000_000),
  default: 10_000,
});

export const documentBytes = integerSetting({
  ...SECTION,
  name: 'documents.maxBytes',
  title: 'Bytes per document',
  description: 'Maximum size of an uploaded file. 100000000 (100 MB) is the highest.',
  environmentVariable: 'DOCUMENT_MAX_BYTES',
  schema: z.int().min(1_000).max(MAX_DOCUMENT_BYTES),
  unit: 'BYTES',
  default: MAX_DOCUMENT_BYTES,
});

export const documentBytesPerCustomer = integerSetting({
  ...SECTION,
  name: 'documents.bytesPerCustomer',
  title: 'Bytes of documents per customer',
  description: 'Maximum size of all documents of a customer together. Erased documents don’t count.',
  environmentVariable: 'DOCUMENT_BYTES_PER_CUSTOMER',
  schema: z.int().min(0).max(1_000_000_000_000_000),
  unit: 'BYTES',
  default: 20_000_000_000,
});

export const uploadsPerMinute = integerSetting({
  ...SECTION,
  name: 'documents.uploadsPerMinute',
  title: 'Uploaded documents per minute',
  description: 'Maximum number of documents that a caller can upload per minute. Each file of a zip counts.',
  environmentVariable: 'DOCUMENT_UPLOADS_PER_MINUTE',
  schema: z.int().min(1).max(1_000_000),
  default: 2_000,
});

export const quotationChecksPerMinute = integerSetting({
  ...SECTION,
  name: 'documents.quotationChecksPerMinute',
  title: 'Checked briefs per minute',
  description: 'Maximum number of briefs whose quotations a caller can have checked per minute.',
  environmentVariable: 'QUOTATION_CHECKS_PER_MINUTE',
  schema: z.int().min(1).max(1_000_000),
  default: 30,
});

export const documentsSettings = [
  documentsPerCase,
  documentBytes,
  documentBytesPerCustomer,
  uploadsPerMinute,
  quotationChecksPerMinute,
];
