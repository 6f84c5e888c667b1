import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { AnswerHeader, RequestHeader } from './header-docs.ts';

/** A group of paths in the OpenAPI document. */
export interface DocsTag {
  name: string;
  description: string;
}

/**
 * Documents one method of a path: an operation of `/openapi.json`. Tests send the example request to a running service and
 * compare status, headers and body of the response with this documentation.
 */
export interface MethodDocs {
  /** Name of the operation in generated clients: lower camel case and unique. */
  name: string;
  tag: DocsTag;
  summary: string;
  description: string;
  /** Credential that the operation reads. Default: `NONE`. */
  credential?: 'NONE' | 'OPTIONAL' | 'BEARER';
  /** Documentation of the parameters of the path, by the name after `:`. */
  params?: Readonly<Record<string, ParamDocs>>;
  query?: z.ZodType;
  /** Request headers that have an effect on this operation. */
  takes?: readonly RequestHeader[];
  /** Schemas of the request body by media type. */
  body?: Readonly<Record<string, z.ZodType | object>>;
  /** Example request. The service answers it with the first successful response that has no `request` of its own. */
  example: ExampleRequest;
  /** Documentation of successful responses by status. */
  answers: Readonly<Record<number, AnswerDocs>>;
  problems?: readonly ErrorCode[];
  /** Format of error responses. Default: RFC 9457 problem details. */
  errors?: Pick<AnswerDocs, 'headers' | 'content'>;
}

export interface ParamDocs {
  description: string;
  example: string;
  /** Regular expression that valid values match. */
  pattern?: string;
}

export interface ExampleRequest {
  query?: Readonly<Record<string, string>>;
  headers?: Partial<Record<RequestHeader, string>>;
  body?: unknown;
}

export interface AnswerDocs {
  description: string;
  /** Headers that every response of this kind has; with a question mark, headers that only some have. */
  headers?: readonly (AnswerHeader | `${AnswerHeader}?`)[];
  /** Default: no body. */
  content?: ContentDocs;
  /** Changes to the example request that lead to this response. */
  request?: ExampleRequest;
}

/** Content of a response by media type: a schema with an example, text, or bytes. */
export type ContentDocs = Readonly<
  Record<string, { schema: z.ZodType; example: unknown } | { text: string } | 'BYTES'>
>;

/** Headers of responses that any cache may store if it revalidates them before use. The 304 response has them too. */
export const REVALIDATED = ['Cache-Control', 'ETag'] as const;

/** Documents the 304 response for clients that have the current version. */
export function sameAsBefore(headers: AnswerDocs['headers'] = REVALIDATED): AnswerDocs {
  return { description: 'The resource still has the `ETag` of `If-None-Match`.', headers };
}
