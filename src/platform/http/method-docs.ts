import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { AnswerHeader, RequestHeader } from './header-docs.ts';

/** A group of paths in the document. */
export interface DocsTag {
  name: string;
  description: string;
}

/**
 * Documents one method of a path: an operation of `/openapi.json`. Tests send the example to a running service and compare
 * status, headers and body of the response with this.
 */
export interface MethodDocs {
  /** Name of the operation in generated clients: lower camel case and unique. */
  name: string;
  tag: DocsTag;
  summary: string;
  description: string;
  /** Default: `NONE`, so no credential is read. */
  credential?: 'NONE' | 'OPTIONAL' | 'BEARER';
  /** Parameters of the path, by the name after `:`. */
  params?: Readonly<Record<string, ParamDocs>>;
  query?: z.ZodType;
  /** Request headers with an effect. */
  takes?: readonly RequestHeader[];
  /** Body schemas by media type. */
  body?: Readonly<Record<string, z.ZodType | object>>;
  /** A request for which the service returns the first success that has no example of its own. */
  example: ExampleRequest;
  /** Successful responses by status. */
  answers: Readonly<Record<number, AnswerDocs>>;
  problems?: readonly ErrorCode[];
  /** Format of errors. Default: RFC 9457 problem details. */
  errors?: Pick<AnswerDocs, 'headers' | 'content'>;
}

export interface ParamDocs {
  description: string;
  example: string;
  /** A regular expression. */
  pattern?: string;
}

export interface ExampleRequest {
  query?: Readonly<Record<string, string>>;
  headers?: Partial<Record<RequestHeader, string>>;
  body?: unknown;
}

export interface AnswerDocs {
  description: string;
  /** Headers of every such response; with a question mark, headers of some. */
  headers?: readonly (AnswerHeader | `${AnswerHeader}?`)[];
  /** Default: no body. */
  content?: ContentDocs;
  /** Changes to the example that lead to this response. */
  request?: ExampleRequest;
}

/** Content by media type: a schema with an example, text, or bytes. */
export type ContentDocs = Readonly<
  Record<string, { schema: z.ZodType; example: unknown } | { text: string } | 'BYTES'>
>;

/** Headers of responses that any cache may store if it revalidates them, including the 304 response. */
export const REVALIDATED = ['Cache-Control', 'ETag'] as const;

/** The 304 response for clients that have the current version. */
export function sameAsBefore(headers: AnswerDocs['headers'] = REVALIDATED): AnswerDocs {
  return { description: 'The resource still has the `ETag` of `If-None-Match`.', headers };
}
