import type { Request } from 'express';
import type { GraphqlRequestById } from './persisted-documents.ts';

/** What an address asks for. Extensions that are no JSON are left out: whoever reads them for more says so. */
export function requestInQuery({ query: given }: Request): GraphqlRequestById {
  const { query, documentId, extensions } = given;
  return {
    ...(query !== undefined && { query }),
    ...(documentId !== undefined && { documentId }),
    ...(typeof extensions === 'string' && { extensions: jsonOf(extensions) }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
