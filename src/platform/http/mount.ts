import type { ErrorRequestHandler, Express, RequestHandler, Response } from 'express';
import { type Refusal, toRefusal } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import type { MethodDocs } from './method-docs.ts';
import { closeMethods } from './methods.ts';
import { type ProblemOptions, problemOf, refusalOfHttpError, sendProblem } from './problem-json.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends the error responses of a path, each with the headers of its refusal. */
export type ErrorShape = (res: Response, refusal: Refusal) => void;

/**
 * A handler for one path: an operation of the documented API, a page under `/admin`, or a font. Pages under `/admin` and fonts
 * are for browsers only, so they are not in `/openapi.json`.
 */
export type Mount = OperationMount | PageMount;

export interface OperationMount extends MountBase {
  kind?: undefined;
  /** Documentation of each method for `/openapi.json`. HEAD does the same as GET. */
  docs: Partial<Record<Method, MethodDocs>>;
}

interface PageMount extends MountBase {
  kind: 'page';
}

interface MountBase {
  /** Express pattern with `:name` for parameters. */
  path: string;
  /** Handlers of each method, in order. Other methods are refused with the list of these methods. */
  methods: Partial<Record<Method, readonly RequestHandler[]>>;
  /** Formats error responses. Default: RFC 9457 problem details. */
  errors?: ErrorShape;
  /** Path prefix. Errors of unknown paths that start with it also use `errors`. */
  under?: string;
  /** Advice for an unknown path that was probably meant for this mount; null for other paths. `errors` formats the response. */
  misses?: (path: string) => string | null;
  /** True if responses are open-ended streams, whose duration isn't measured. */
  isStream?: boolean;
  /** True if the path is a fallback pattern: an unsupported method is then answered with 404. */
  isFallback?: boolean;
  /** Path after which this path is listed. Default: the order of the features. */
  follows?: string;
  /** Link on the home page. Default: none. Entries for newcomers are in `home-page.ts`. */
  link?: { title: string; text: string };
}

/** Mounts a page or file that can only be read. */
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

/** Makes these mounts follow the given path, each after the previous one, when paths are listed. */
export function following(path: string, mounts: readonly Mount[]): Mount[] {
  return mounts.map((mount, at) => ({ ...mount, follows: at === 0 ? path : mounts[at - 1]!.path }));
}

/** Sorts mounts in the order in which they are listed. */
export function inListedOrder(mounts: readonly Mount[]): Mount[] {
  const paths = new Set(mounts.map(({ path }) => path));
  const followers = Map.groupBy(mounts, ({ follows }) =>
    follows !== undefined && paths.has(follows) ? follows : null,
  );
  const withFollowers = (mount: Mount): Mount[] => [mount, ...(followers.get(mount.path) ?? []).flatMap(withFollowers)];
  return (followers.get(null) ?? []).flatMap(withFollowers);
}

/** Makes a function that formats errors as RFC 9457 problem details. */
export function problemJson(options: ProblemOptions): ErrorShape {
  return (res, refusal) => sendProblem(res, options, problemOf(refusal));
}

/** Adds mounts to the Express app. Each mount can have an error format of its own. */
export function serve(app: Express, mounts: readonly Mount[], { logger, ...problems }: ServeOptions): void {
  const usual = problemJson(problems);
  for (const { path, methods, errors = usual, isStream, isFallback } of mounts) {
    const catching = failed(errors, logger);
    if (isStream) app.route(path).all(markStream);
    // HEAD is registered before GET, because Express answers HEAD with the handler of GET unless HEAD has its own.
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

/** Makes an error handler that answers in the given format and logs errors with a status of 500 or more. */
export function failed(errors: ErrorShape, logger: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const refusal = refusalOfHttpError(error) ?? toRefusal(error);
    if (refusal.status >= 500)
      logger.error({ err: refusal.cause ?? refusal, requestId: res.locals.requestId }, 'a request failed');
    // A response that has started can't report the error, so the connection is closed.
    if (res.headersSent) res.destroy();
    else errors(res, refusal);
  };
}

const markStream: RequestHandler = (_req, res, next) => {
  res.locals.isStream = true;
  next();
};

/** Converts an Express path to the form of OpenAPI: `/v/:sealId` becomes `/v/{sealId}`. */
export const templateOf = (path: string) => path.replaceAll(/[:*](\w+)/g, '{$1}');
