import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../platform/errors/error-codes.ts';
import type { RequestHeader } from '../platform/http/header-docs.ts';
import type { AnswerDocs, DocsTag, ExampleRequest, ParamDocs } from '../platform/http/method-docs.ts';
import type { Mount } from '../platform/http/mount.ts';
import type { Permission } from '../platform/registry.ts';
import type { TypedDocumentString } from './generated/graphql.ts';
import type { RoutePage } from './route-page.ts';
import type { RouteRequest } from './route-request.ts';

/** Answer of a route, made from the result of its operation. */
export type Reply =
  | { status: number; body: Record<string, unknown>; headers?: Record<string, string> }
  | { redirectTo: string }
  /** An answer that isn't JSON, sent by the function itself. */
  | { send(req: Request, res: Response): Promise<void> };

/**
 * A row of the REST table: a path, the stored operation that it runs, and the translation between both. REST does nothing else;
 * all decisions are made by the operation.
 */
export interface Route<Data = unknown, Variables = unknown, Body = unknown, Query = unknown> {
  method: 'GET' | 'POST';
  /** Express pattern; `:name` for parameters. */
  path: string;
  tag: DocsTag;
  summary: string;
  description: string;
  /** Parameters of the path by name. */
  params?: Readonly<Record<string, ParamDocs>>;
  /** Request headers that the route reads, except the credential. */
  takes?: readonly RequestHeader[];
  /** Example request for `answer`. */
  example: ExampleRequest;
  /** Link on the home page. Omitted: no link. */
  link?: Mount['link'];
  operation: TypedDocumentString<Data, Variables>;
  /**
   * Credential of the route. `NONE` ignores credentials, `BEARER` reads the header, `PATH_TOKEN` the parameter `token`.
   * `OPTIONAL` serves all callers and ignores an invalid credential.
   */
  credential: 'NONE' | 'OPTIONAL' | 'BEARER' | 'PATH_TOKEN';
  /** Permission required in addition to the operation's. Callers without it are refused. */
  permission?: Permission;
  /** True if the answer has an entity tag (`ETag`). The caller may then store it, and must revalidate it before each use. */
  isTagged?: boolean;
  body?: z.ZodType<Body>;
  /** Maximum size of the body in bytes. */
  maxBodyBytes?: number;
  /** True to accept a multipart upload as well. Its fields and file become the body. */
  takesUpload?: boolean;
  query?: z.ZodType<Query>;
  variables(request: RouteRequest<Body, Query>): Variables;
  /** Places in the request by the operation's input pointer, where the names differ: `/text` → `/artifact_text`. */
  pointers?: Record<string, string>;
  /** Called with the operation's answer if it isn't a problem. Null gives a 404 without this call. */
  reply(data: NoProblem<Data>, request: RouteRequest<Body, Query>): Reply;
  /** The successful answer, for the OpenAPI document. */
  answer: {
    status: number;
    description: string;
    headers?: AnswerDocs['headers'];
    schema: z.ZodType;
    example: unknown;
    /** Content types other than JSON. */
    otherContent?: AnswerDocs['content'];
  };
  /** Other answers that aren't problems. Without `content`, the body is as in `answer`; `null` means no body. */
  alsoAnswers?: (Omit<AnswerDocs, 'content'> & {
    status: number;
    example?: unknown;
    content?: AnswerDocs['content'] | null;
  })[];
  /** HTML page of the path. Its requests pass the checks of the route. */
  page?: RoutePage;
  /** Codes of problems, in addition to those of every path. */
  problems: readonly ErrorCode[];
}

/** Removes problems, which have a `code`, from the result. A reply never gets one. */
type NoProblem<Data> = { [Field in keyof Data]: ReadPayload<Exclude<Data[Field], { code: unknown } | null>> };

/** Makes the fields of a payload non-null: a field that couldn't be read is an error, which never reaches a reply. */
type ReadPayload<Answer> = Answer extends { __typename: string }
  ? { [Field in keyof Answer]: Answer[Field] extends object | null ? NonNullable<Answer[Field]> : Answer[Field] }
  : Answer;

export function route<Data, Variables, Body, Query>(row: Route<Data, Variables, Body, Query>): Route {
  return row as unknown as Route;
}
