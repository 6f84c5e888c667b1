import type { ErrorRequestHandler, Express, RequestHandler, Response } from 'express';
import { type Refusal, toRefusal } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import type { MethodDocs } from './method-docs.ts';
import { closeMethods } from './methods.ts';
import { type ProblemOptions, problemOf, refusalOfHttpError, sendProblem } from './problem-json.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How an error is worded to whoever called a path. The headers that go with a refusal are its own to send. */
export type ErrorShape = (res: Response, refusal: Refusal) => void;

/**
 * A handler for one path: operations of the contract, a page under `/admin`, or a font. Those pages and fonts
 * are for browsers only, so they are not in `/openapi.json`.
 */
export type Mount = OperationMount | PageMount;

export interface OperationMount extends MountBase {
  kind?: undefined;
  /** What each method does, for `/openapi.json`. HEAD does what GET does. */
  docs: Partial<Record<Method, MethodDocs>>;
}

interface PageMount extends MountBase {
  kind: 'page';
}

interface MountBase {
  /** Express pattern; `:name` for parameters. */
  path: string;
  /** What each method runs, one handler after another. A method that is not here is refused with the list of those that are. */
  methods: Partial<Record<Method, readonly RequestHandler[]>>;
  /** Left out: RFC 9457 problem details. */
  errors?: ErrorShape;
  /** Paths that begin so and lead nowhere are refused in the words of `errors`, too. */
  under?: string;
  /** The advice for a path that leads nowhere and was meant for this mount, which is refused in the same words. Null for others. */
  misses?: (path: string) => string | null;
  /** Whether its answers go on until somebody ends them, so that how long they take says nothing. */
  isStream?: boolean;
  /** Whether its path is a pattern for what is nowhere else: what it has no method for leads nowhere, and is not refused by method. */
  isFallback?: boolean;
  /** Path of another feature that it follows in lists of paths. Default: the order of the features. */
  follows?: string;
  /** How the home page leads to it; left out, it does not. What is there for newcomers has a door besides (`home-page.ts`). */
  link?: { title: string; text: string };
}

/** A page or a file: something that is only read. */
export function readOnly(
  path: string,
  docs: MethodDocs,
  handler: RequestHandler,
  link?: Mount['link'],
): OperationMount {
  return { path, methods: { GET: [handler] }, docs: { GET: docs }, ...(link && { link }) };
}

export function isOperation(mount: Mount): mount is OperationMount {
  return mount.kind !== 'page';
}

/** Mounts that follow the given path in lists of paths. */
export function following(path: string, mounts: readonly Mount[]): Mount[] {
  return mounts.map((mount, at) => ({ ...mount, follows: at === 0 ? path : mounts[at - 1]!.path }));
}

/** Mounts in the order of lists. */
export function inListedOrder(mounts: readonly Mount[]): Mount[] {
  const paths = new Set(mounts.map(({ path }) => path));
  const followers = Map.groupBy(mounts, ({ follows }) =>
    follows !== undefined && paths.has(follows) ? follows : null,
  );
  const withFollowers = (mount: Mount): Mount[] => [mount, ...(followers.get(mount.path) ?? []).flatMap(withFollowers)];
  return (followers.get(null) ?? []).flatMap(withFollowers);
}

/** RFC 9457, as on REST. */
export function problemJson(options: ProblemOptions): ErrorShape {
  return (res, refusal) => sendProblem(res, options, problemOf(refusal));
}

/** Puts mounts on the server, each with its own wording of errors. */
export function serve(app: Express, mounts: readonly Mount[], { logger, ...problems }: ServeOptions): void {
  const usual = problemJson(problems);
  for (const { path, methods, errors = usual, isStream, isFallback } of mounts) {
    const catching = failed(errors, logger);
    if (isStream) app.route(path).all(markStream);
    // What Express makes of HEAD by itself is the handler of GET, unless there was one of its own before.
    if (methods.HEAD) app.head(path, ...methods.HEAD, catching);
    for (const [method, handlers] of Object.entries(methods) as [Method, readonly RequestHandler[]][]) {
      if (method !== 'HEAD') app[method.toLowerCase() as 'get'](path, ...handlers, catching);
    }
    if (!isFallback) closeMethods(app, path, Object.keys(methods), catching);
  }
}

interface ServeOptions extends ProblemOptions {
  logger: Logger;
}

/** What nobody has caught, worded in the given shape and logged when it is our fault. */
export function failed(errors: ErrorShape, logger: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const refusal = refusalOfHttpError(error) ?? toRefusal(error);
    if (refusal.status >= 500)
      logger.error({ err: refusal.cause ?? refusal, requestId: res.locals.requestId }, 'a request failed');
    // A stream that has begun cannot say it any more.
    if (res.headersSent) res.destroy();
    else errors(res, refusal);
  };
}

const markStream: RequestHandler = (_req, res, next) => {
  res.locals.isStream = true;
  next();
};

/** The path of a mount as OpenAPI writes it: `/v/:sealId` is `/v/{sealId}`. */
export const templateOf = (path: string) => path.replaceAll(/[:*](\w+)/g, '{$1}');
