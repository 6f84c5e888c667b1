import type { Request } from 'express';
import type { GraphqlRequestById } from './persisted-documents.ts';

/**
 * Reads the document, its id and the extensions of a GraphQL request from the query string of a URL. `extensions` that aren't
 * JSON are ignored here; Apollo reports them.
 */
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
