import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../platform/errors/error-codes.ts';
import type { RequestHeader } from '../platform/http/header-docs.ts';
import type { AnswerDocs, DocsTag, ExampleRequest, ParamDocs } from '../platform/http/method-docs.ts';
import type { Mount } from '../platform/http/mount.ts';
import type { Permission } from '../platform/registry.ts';
import type { TypedDocumentString } from './generated/graphql.ts';
import type { UploadForm } from './multipart.ts';
import type { RoutePage } from './route-page.ts';
import type { RouteRequest } from './route-request.ts';

/** HTTP response of a route, made from the result of its operation. */
export type Reply =
  | { status: number; body: Record<string, unknown>; headers?: Record<string, string> }
  | { redirectTo: string }
  /** Function that sends a response which isn't JSON. */
  | { send(req: Request, res: Response): Promise<void> };

/**
 * A REST route: a path, the stored operation that it runs, and the conversion of requests and results. REST does nothing else;
 * the operation makes all decisions.
 */
export interface Route<Data = unknown, Variables = unknown, Body = unknown, Query = unknown> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Express pattern of the path; `:name` is a parameter. */
  path: string;
  tag: DocsTag;
  summary: string;
  description: string;
  /** Documentation of the path's parameters by name. */
  params?: Readonly<Record<string, ParamDocs>>;
  /** Request headers that the route reads, except the credential. */
  takes?: readonly RequestHeader[];
  /** Example request that leads to the response `answer`. */
  example: ExampleRequest;
  /** Link to this path on the home page. Default: none. */
  link?: Mount['link'];
  operation: TypedDocumentString<Data, Variables>;
  /**
   * Credential that the route reads. `NONE` ignores credentials, `BEARER` reads the header, `PATH_TOKEN` the path parameter
   * `token`. `OPTIONAL` reads the same credential as `BEARER`, but serves all callers and ignores an invalid credential.
   */
  credential: 'NONE' | 'OPTIONAL' | 'BEARER' | 'PATH_TOKEN';
  /** Permission that callers need in addition to that of the operation. */
  permission?: Permission;
  /** True if the response has an entity tag (`ETag`). The caller may then store it, and must revalidate it before each use. */
  isTagged?: boolean;
  body?: z.ZodType<Body>;
  /** Maximum size of the request body in bytes. */
  maxBodyBytes?: number;
  /** Multipart form that the route accepts as well as JSON. Its fields and files become the body. */
  form?: UploadForm;
  query?: z.ZodType<Query>;
  variables(request: RouteRequest<Body, Query>): Variables;
  /**
   * JSON pointers into the request, by the pointer into the operation's input, where the names differ: `/text` →
   * `/artifact_text`.
   */
  pointers?: Record<string, string>;
  /**
   * Makes the response from the operation's result, if that isn't a problem. If the result is null, the response is a 404 and
   * this isn't called.
   */
  reply(data: NoProblem<Data>, request: RouteRequest<Body, Query>): Reply;
  /** Documentation of the successful response. */
  answer: {
    status: number;
    description: string;
    headers?: AnswerDocs['headers'];
    schema: z.ZodType;
    example: unknown;
    /** Content of the response by other content types than JSON. */
    otherContent?: AnswerDocs['content'];
  };
  /** Other successful responses. Without `content`, the body is as in `answer`; `null` means no body. */
  alsoAnswers?: (Omit<AnswerDocs, 'content'> & {
    status: number;
    example?: unknown;
    content?: AnswerDocs['content'] | null;
  })[];
  /** HTML page at the same path. Requests for the page pass the same checks as the route. */
  page?: RoutePage;
  /** Problem codes of the route, in addition to those of every path. */
  problems: readonly ErrorCode[];
}

/** Result type without problems, which have a `code`. `reply` never gets a problem. */
type NoProblem<Data> = { [Field in keyof Data]: ReadPayload<Exclude<Data[Field], { code: unknown } | null>> };

/** Payload type with non-null fields: a field that couldn't be read causes an error, so `reply` isn't called. */
type ReadPayload<Answer> = Answer extends { __typename: string }
  ? { [Field in keyof Answer]: Answer[Field] extends object | null ? NonNullable<Answer[Field]> : Answer[Field] }
  : Answer;

export function route<Data, Variables, Body, Query>(row: Route<Data, Variables, Body, Query>): Route {
  return row as unknown as Route;
}
