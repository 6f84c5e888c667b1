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

/** What a route makes of its operation's result. */
export type Reply =
  | { status: number; body: Record<string, unknown>; headers?: Record<string, string> }
  | { redirectTo: string }
  /** Something that is no JSON, sent by who knows how. */
  | { send(req: Request, res: Response): Promise<void> };

/**
 * One row of the REST table: a path, the stored operation it runs, and how the one is translated into the other. Nothing
 * else happens on REST; whatever decides anything stands behind the operation.
 */
export interface Route<Data = unknown, Variables = unknown, Body = unknown, Query = unknown> {
  method: 'GET' | 'POST';
  /** Express pattern; `:name` for parameters. */
  path: string;
  tag: DocsTag;
  summary: string;
  description: string;
  /** What stands for each `:name` in the path. */
  params?: Readonly<Record<string, ParamDocs>>;
  /** Headers of the request that make a difference, besides the credential. */
  takes?: readonly RequestHeader[];
  /** A request that is answered with `answer`. */
  example: ExampleRequest;
  /** How the home page leads to it; left out, it does not. */
  link?: Mount['link'];
  operation: TypedDocumentString<Data, Variables>;
  /**
   * `NONE` does not even look at credentials, `BEARER` reads the header, `PATH_TOKEN` the parameter `token`. `OPTIONAL` is
   * for everybody, but knows who shows a credential; one that is not valid does no harm.
   */
  credential: 'NONE' | 'OPTIONAL' | 'BEARER' | 'PATH_TOKEN';
  /** Where the path is for fewer than its operation: who lacks the permission is refused. */
  permission?: Permission;
  /**
   * Whether what was answered may be asked for again by its `ETag`. It may then be kept by who asked, and has to be asked for
   * again before it is used.
   */
  isTagged?: boolean;
  body?: z.ZodType<Body>;
  /** Upper bound of the body in bytes. */
  maxBodyBytes?: number;
  /** Whether a multipart upload is taken, too; its fields and file become the body. */
  takesUpload?: boolean;
  query?: z.ZodType<Query>;
  variables(request: RouteRequest<Body, Query>): Variables;
  /** Where an input of the operation stands in the request, when it has another name there: `/text` → `/artifact_text`. */
  pointers?: Record<string, string>;
  /** The operation's single answer, when it is no problem. Null is a 404 before this is asked. */
  reply(data: NoProblem<Data>, request: RouteRequest<Body, Query>): Reply;
  /** What a success is, for the OpenAPI document. */
  answer: {
    status: number;
    description: string;
    headers?: AnswerDocs['headers'];
    schema: z.ZodType;
    example: unknown;
    /** Besides JSON. */
    otherContent?: AnswerDocs['content'];
  };
  /** What else it answers with that is no problem. Where no content is told, the body is as in `answer`; `null` is none. */
  alsoAnswers?: (Omit<AnswerDocs, 'content'> & {
    status: number;
    example?: unknown;
    content?: AnswerDocs['content'] | null;
  })[];
  /** The same for who would rather read a page. What is asked of anybody else's request is asked of theirs, too. */
  page?: RoutePage;
  /** Codes of problems besides those that every path has. */
  problems: readonly ErrorCode[];
}

/** A member of a result union that is a problem has a `code`; a reply never sees one. */
type NoProblem<Data> = { [Field in keyof Data]: ReadPayload<Exclude<Data[Field], { code: unknown } | null>> };

/** A payload has null for a thing that could not be read. That is an error, with which a reply is not asked for either. */
type ReadPayload<Answer> = Answer extends { __typename: string }
  ? { [Field in keyof Answer]: Answer[Field] extends object | null ? NonNullable<Answer[Field]> : Answer[Field] }
  : Answer;

export function route<Data, Variables, Body, Query>(row: Route<Data, Variables, Body, Query>): Route {
  return row as unknown as Route;
}
