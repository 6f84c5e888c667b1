import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { type Access, assertAccess } from '../platform/auth/access.ts';
import type { Authentication } from '../platform/auth/authenticate.ts';
import { ANONYMOUS, type Principal } from '../platform/auth/principal.ts';
import { assertStepUp, isAfterStepUp } from '../platform/auth/step-up.ts';
import type { Clock } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import { type ErrorCode, isErrorCode } from '../platform/errors/error-codes.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { sendTaggedJson } from '../platform/http/etag.ts';
import type { FairTurns } from '../platform/http/fair-turns.ts';
import { toHeaderValue } from '../platform/http/header-values.ts';
import { assertDecodableQuery, parse } from '../platform/http/parse-request.ts';
import { type ProblemOptions, sendProblem } from '../platform/http/problem-json.ts';
import type { RequestMemory } from '../platform/http/request-memory.ts';
import type { Reply, Route } from './route.ts';
import type { RouteRequest } from './route-request.ts';
import {
  accessToOperation,
  challengeOf,
  fieldBehind,
  type OperationServices,
  storedOperation,
} from './stored-operation.ts';

export interface RestServices extends OperationServices, ProblemOptions {
  authentication: Authentication;
  clock: Clock;
  /** Limits the memory for request bodies of anonymous callers. */
  heldBytes: RequestMemory;
  /** Queue in which large requests of anonymous callers wait. */
  turns: FairTurns;
  contextFor(res: Response, principal: Principal): Context;
}

/**
 * Authenticates and authorizes a request before its query and body are read, so that an unauthorized caller can't make the
 * service read a large body, or learn anything from validation errors.
 */
export function authenticate(route: Route, services: RestServices): RequestHandler {
  const access = accessTo(route, services.schema);
  const isStepUp = isAfterStepUp(fieldBehind(route.operation, services.schema));
  return async (req, res, next) => {
    const principal = await principalOf(route, services.authentication, req);
    if (route.credential === 'PATH_TOKEN') assertLinkHolds(principal, access);
    else assertAccess(principal, access);
    if (isStepUp) assertStepUp(principal, services.clock.now());
    res.locals.principal = principal;
    next();
  };
}

/** Permission that callers of a route need: the route's own, or that of the operation's root field. */
export function accessTo(route: Route, schema: GraphQLSchema): Access {
  if (route.permission) return route.permission;
  return accessToOperation(route.operation, schema);
}

/** Runs the stored operation of a route and converts its result to the response. */
export function runRoute(route: Route, services: RestServices): RequestHandler {
  const operation = storedOperation(route.operation, services, (pointer) => inRequest(pointer, route));
  return async (req, res) => {
    const request = readRequest(route, req, services.publicUrl);
    const variables = route.variables(request) as Record<string, unknown>;
    const data = await operation(variables, services.contextFor(res, res.locals.principal));

    const result = Object.values(data as object)[0] as Record<string, unknown> | null | undefined;
    if (result === null || result === undefined) throw new Refusal('NOT_FOUND', 'Nothing with this id exists.');
    if (isErrorCode(result.code) && typeof result.message === 'string') {
      sendResultProblem(res, services, route, result as unknown as ResultProblem);
      return;
    }
    await send(route, route.reply(data as never, request), req, res);
  };
}

async function principalOf(route: Route, authentication: Authentication, req: Request): Promise<Principal> {
  if (route.credential === 'NONE') return ANONYMOUS;
  if (route.credential === 'PATH_TOKEN') return ofLink(authentication, req);
  if (route.credential === 'BEARER') return authentication.ofRequest(req);
  return authentication.ofRequest(req).catch(anonymousUnless);
}

async function ofLink(authentication: Authentication, req: Request): Promise<Principal> {
  const token = String(req.params.token);
  const principal = await authentication.ofLink(token, req);
  if (principal) return principal;
  const expiredAt = await authentication.expiredAt(token);
  if (expiredAt === null) return ANONYMOUS;
  const day = expiredAt.toISOString().slice(0, 10);
  throw new Refusal('NOT_FOUND', `This link expired on ${day}. Ask its sender for a new one.`);
}

/**
 * @throws Refusal NOT_FOUND if the token of a link doesn't give access. Unknown and revoked links get the same response, so that
 * it doesn't reveal which tokens existed.
 */
function assertLinkHolds(principal: Principal, access: Access): void {
  try {
    assertAccess(principal, access);
  } catch {
    throw new Refusal('NOT_FOUND', 'This link is not valid. Ask its sender for a new one.');
  }
}

function anonymousUnless(error: unknown): Principal {
  if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') return ANONYMOUS;
  throw error;
}

/**
 * Validates the query and body of a request.
 * @throws Refusal BAD_USER_INPUT with the invalid values
 */
export function readRequest(
  route: Pick<Route, 'body' | 'query'>,
  req: Request,
  publicUrl: string,
): RouteRequest<unknown, unknown> {
  assertDecodableQuery(req.url);
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

interface ResultProblem {
  __typename: string;
  code: ErrorCode;
  message: string;
  issues?: { pointer: string; message: string }[];
  retryAfterSeconds?: number;
}

/** Sends the problem that an operation returned. The problem's own fields become members of the response. */
function sendResultProblem(res: Response, services: RestServices, route: Route, result: ResultProblem): void {
  const { __typename: _, code, message, issues = [], retryAfterSeconds, ...facts } = result;
  sendProblem(res, services, {
    code,
    detail: message,
    headers: challengeOf(code),
    retryAfterSeconds,
    issues: issues.map((issue) => ({ pointer: inRequest(issue.pointer, route), detail: issue.message })),
    facts,
  });
}

/** Converts the JSON pointer of an operation's input value to a pointer into the caller's request. */
function inRequest(pointer: string, route: Route): string {
  for (const [from, to] of Object.entries(route.pointers ?? {})) {
    if (pointer === from || pointer.startsWith(`${from}/`)) return to + pointer.slice(from.length);
  }
  return pointer;
}

async function send(route: Route, reply: Reply, req: Request, res: Response): Promise<void> {
  if ('redirectTo' in reply) {
    res.set('Cache-Control', 'no-store').redirect(302, reply.redirectTo);
  } else if ('send' in reply) {
    await reply.send(req, res);
  } else {
    res.status(reply.status);
    // Encodes values that a header can't contain: the operation has already been executed, so the response must not fail now.
    for (const [name, value] of Object.entries(reply.headers ?? {})) res.set(name, toHeaderValue(value));
    // `Vary: Accept` is needed only if the path also has a page. Errors differ by `Accept` on every path, but are never cached.
    if (route.page) res.vary('Accept');
    if (!route.isTagged) {
      res.json(reply.body);
      return;
    }
    res.vary('Authorization').set('Cache-Control', 'private, no-cache');
    sendTaggedJson(res, reply.body);
  }
}
