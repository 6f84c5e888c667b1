import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { AnswerHeader, RequestHeader } from './header-docs.ts';

/** A group of paths in the document. */
export interface DocsTag {
  name: string;
  description: string;
}

/**
 * What a path does under one method, for whoever builds on it: an operation of `/openapi.json`. The tests ask a running
 * service for the example, and compare the answer with what stands here: its status, its headers, its body.
 */
export interface MethodDocs {
  /** Names the operation in generated clients: lower camel case, and no other's. */
  name: string;
  tag: DocsTag;
  summary: string;
  description: string;
  /** `NONE` when left out: then no credential is looked at. */
  credential?: 'NONE' | 'OPTIONAL' | 'BEARER';
  /** What stands for each `:name` in the path. */
  params?: Readonly<Record<string, ParamDocs>>;
  query?: z.ZodType;
  /** Headers of the request that make a difference. */
  takes?: readonly RequestHeader[];
  /** By media type. */
  body?: Readonly<Record<string, z.ZodType | object>>;
  /** A request that is answered with the first success that does not say how else it is asked for. */
  example: ExampleRequest;
  /** All that is no error, by status. */
  answers: Readonly<Record<number, AnswerDocs>>;
  problems?: readonly ErrorCode[];
  /** How an error is worded, if not as RFC 9457 problem details. */
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
  /** Those that are always there; with a question mark, those that sometimes are. */
  headers?: readonly (AnswerHeader | `${AnswerHeader}?`)[];
  /** Left out: there is no body. */
  content?: ContentDocs;
  /** What of the example is asked otherwise to be answered so. */
  asked?: ExampleRequest;
}

/** By media type: a schema with an example, or what is no JSON. */
export type ContentDocs = Readonly<
  Record<string, { schema: z.ZodType; example: unknown } | { text: string } | 'BYTES'>
>;

/** Headers of what may be kept by anybody if it is asked for again before it is used, and of the answer that it is the same. */
export const REVALIDATED = ['Cache-Control', 'ETag'] as const;

/** The answer to who has it already. */
export function sameAsBefore(headers: AnswerDocs['headers'] = REVALIDATED): AnswerDocs {
  return { description: 'It is still what `If-None-Match` names.', headers };
}
