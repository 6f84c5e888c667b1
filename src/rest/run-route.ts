import type { ApolloServer } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import { type GraphQLFormattedError, type GraphQLSchema, getOperationAST, Kind, parse as parseDocument } from 'graphql';
import type { z } from 'zod';
import { type Access, assertAccess } from '../platform/auth/access.ts';
import type { Authentication } from '../platform/auth/authenticate.ts';
import { ANONYMOUS, type Viewer } from '../platform/auth/viewer.ts';
import { type ErrorCode, isErrorCode } from '../platform/error-codes.ts';
import { badUserInput, Refusal, type ValueIssue } from '../platform/errors.ts';
import type { CompiledReads } from '../platform/graphql/compiled-reads.ts';
import type { RequestContext } from '../platform/graphql/request-context.ts';
import { sendProblem } from '../platform/http/problem-json.ts';
import { assertWellFormed } from '../platform/well-formed.ts';
import type { Reply, Route, RouteRequest } from './route.ts';

export interface RestServices {
  schema: GraphQLSchema;
  apollo: ApolloServer<RequestContext>;
  reads: CompiledReads;
  authentication: Authentication;
  publicUrl: string;
  contextFor(res: Response, viewer: Viewer): RequestContext;
  sendPicture(req: Request, res: Response, assetId: string, file: string): Promise<void>;
}

/**
 * Who asks and whether they may, decided before the query or the body is looked at: a stranger cannot make us read a large
 * one, and learns nothing of what would be right in it.
 */
export function authenticate(route: Route, services: RestServices): RequestHandler {
  const access = accessOf(route, services.schema);
  return async (req, res, next) => {
    const viewer = await viewerOf(route, services.authentication, req);
    if (access) assertAccess(viewer, access);
    res.locals.viewer = viewer;
    next();
  };
}

/** Who may use the field behind a route, as the field itself says it. Undefined for a public one. */
function accessOf(route: Route, schema: GraphQLSchema): readonly Access[] | undefined {
  const operation = getOperationAST(parseDocument(route.operation.toString()))!;
  const root = operation.selectionSet.selections[0]!;
  if (root.kind !== Kind.FIELD) throw new Error(`The operation behind ${route.path} begins with no field`);
  return schema.getRootType(operation.operation)?.getFields()[root.name.value]?.extensions.access as
    | Access[]
    | undefined;
}

/** Runs the stored operation of a route and translates its result. */
export function runRoute(route: Route, services: RestServices): RequestHandler {
  const operation = storedOperation(route, services);
  return async (req, res) => {
    const request = readRequest(route, req, services.publicUrl);
    const variables = route.variables(request) as Record<string, unknown>;
    const data = await operation(variables, services.contextFor(res, res.locals.viewer as Viewer));

    const result = Object.values(data)[0] as Record<string, unknown> | null | undefined;
    if (result === null || result === undefined) throw new Refusal('NOT_FOUND', 'There is nothing with this id.');
    if (isErrorCode(result.code) && typeof result.message === 'string') {
      sendResultProblem(res, services.publicUrl, route, result as unknown as ResultProblem);
      return;
    }
    await send(route.reply(data as never, request), req, res, services);
  };
}

type Operation = (variables: Record<string, unknown>, contextValue: RequestContext) => Promise<Record<string, unknown>>;

/** What gives the data of a route's operation. @throws Refusal for the first of its errors. */
function storedOperation(route: Route, { apollo, reads }: RestServices): Operation {
  const query = route.operation.toString();
  const stored = reads.stored(query);
  return async (variables, contextValue) => {
    const read = await stored.read(variables, contextValue);
    if (read) return read;
    const { body } = await apollo.executeOperation({ query, variables }, { contextValue });
    if (body.kind !== 'single') throw new Error('A stored operation does not stream');
    const { data, errors } = body.singleResult;
    if (errors?.length) throw refusalOf(errors[0]!, route);
    return data ?? {};
  };
}

async function viewerOf(route: Route, authentication: Authentication, req: Request): Promise<Viewer> {
  if (route.credential === 'NONE') return ANONYMOUS;
  const fromHeader = () => authentication.fromHeader(req.headers.authorization);
  if (route.credential === 'BEARER') return fromHeader();
  if (route.credential === 'OPTIONAL') return fromHeader().catch(anonymousUnless);
  const viewer = await authentication.fromCredential(String(req.params.token));
  // One answer for unknown, expired and revoked: it must not tell which tokens ever existed.
  if (viewer?.kind !== 'PARTNER')
    throw new Refusal('NOT_FOUND', 'This link is not valid. Ask whoever gave it to you for a new one.');
  return viewer;
}

function anonymousUnless(error: unknown): Viewer {
  if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') return ANONYMOUS;
  throw error;
}

function readRequest(route: Route, req: Request, publicUrl: string): RouteRequest<unknown, unknown> {
  assertDecodable(req.url);
  const body = route.body && parse(route.body, req.body ?? null, 'body');
  const query = route.query && parse(route.query, req.query, 'query');
  return {
    body,
    query,
    params: req.params as Record<string, string>,
    isHead: req.method === 'HEAD',
    header: (name) => req.get(name),
    publicUrl,
  };
}

/** The parser of queries reads what it cannot decode as other text; that would be acting on something nobody sent. */
function assertDecodable(url: string): void {
  const query = url.slice(url.indexOf('?') + 1 || url.length);
  try {
    if (query.includes('%')) decodeURIComponent(query);
  } catch {
    throw new Refusal('BAD_REQUEST', 'The query is not valid UTF-8 in percent-encoding.');
  }
}

/** @throws Refusal BAD_USER_INPUT listing every value that has not the shape the path takes. */
function parse(schema: z.ZodType, value: unknown, what: 'body' | 'query'): unknown {
  assertWellFormed(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue): ValueIssue => {
    const pointer = issue.path.map((part) => `/${String(part)}`).join('');
    return { pointer, detail: issue.message };
  });
  const listed = issues.map(({ pointer, detail }) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail)).join('; ');
  throw badUserInput(`The ${what} is not what this path takes. ${listed}.`, issues);
}

interface ResultProblem {
  __typename: string;
  code: ErrorCode;
  message: string;
  issues?: { pointer: string; message: string }[];
}

/** An expected failure: its own facts become members of the problem. */
function sendResultProblem(res: Response, publicUrl: string, route: Route, result: ResultProblem): void {
  const { __typename: _, code, message, issues = [], ...facts } = result;
  sendProblem(res, publicUrl, {
    code,
    detail: message,
    issues: issues.map((issue) => ({ pointer: inRequest(issue.pointer, route), detail: issue.message })),
    facts,
  });
}

/** graphql-js wraps what a scalar says of a variable's value, and repeats the value, however long it is. */
const VARIABLE_REFUSED = /^Variable "\$(\w+)" got invalid value .* at "\w+([^"]*)"; (.*)$/s;

/** A value that has the wrong type for the operation: the scalar's own words, and where the value stood. */
function coercionRefusal(message: string, route: Route): Refusal | null {
  const [, variable, path = '', detail = ''] = VARIABLE_REFUSED.exec(message) ?? [];
  if (!variable) return null;
  const pointer = inRequest(`/${variable}${path.replaceAll(/[.[]/g, '/').replaceAll(']', '')}`, route);
  return badUserInput(`${pointer.slice(1)}: ${detail}`, [{ pointer, detail }]);
}

function refusalOf(error: GraphQLFormattedError, route: Route): Refusal {
  const {
    code,
    issues = [],
    retryAfterMs,
  } = (error.extensions ?? {}) as {
    code?: unknown;
    issues?: ValueIssue[];
    retryAfterMs?: number;
  };
  const coercion = code === 'BAD_USER_INPUT' && coercionRefusal(error.message, route);
  if (coercion) return coercion;
  return new Refusal(isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR', error.message, {
    issues: issues.map((issue) => ({ ...issue, pointer: inRequest(issue.pointer, route) })),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    ...(code === 'UNAUTHENTICATED' && { headers: { 'WWW-Authenticate': 'Bearer realm="imprimatur"' } }),
  });
}

/** Where a value of the operation's input stood in the caller's request. */
function inRequest(pointer: string, route: Route): string {
  const inInput = pointer.replace(/^\/input(?=\/)/, '');
  return route.pointers?.[inInput] ?? inInput;
}

async function send(reply: Reply, req: Request, res: Response, services: RestServices): Promise<void> {
  if ('redirectTo' in reply) {
    res.set('Cache-Control', 'no-store').redirect(302, reply.redirectTo);
  } else if ('picture' in reply) {
    // Another call may get another picture: the bytes are for ever, this address is not.
    res.set('Cache-Control', 'no-store');
    await services.sendPicture(req, res, reply.picture, reply.file);
  } else {
    res
      .status(reply.status)
      .set(reply.headers ?? {})
      .json(reply.body);
  }
}
