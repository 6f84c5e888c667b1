import type { ApolloServer } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import type { Authentication } from '../../auth/authenticate.ts';
import { can, isAnonymous, type Principal } from '../../auth/principal.ts';
import type { Context } from '../../context.ts';
import type { FairTurns } from '../../http/fair-turns.ts';
import { jsonBody, MAX_TEXT_BODY_BYTES } from '../../http/json-body.ts';
import type { ErrorShape, Mount } from '../../http/mount.ts';
import type { RequestMemory } from '../../http/request-memory.ts';
import { networkOf } from '../../limits/counted-caller.ts';
import type { CompiledReads, GraphqlRequest } from '../reads/compiled-reads.ts';
import { apolloHandler } from './apollo-handler.ts';
import { toGraphQLError } from './errors.ts';
import { queryByAddressDocs, queryDocs } from './graphql.docs.ts';
import { assertShort } from './limits.ts';
import { type GraphqlRequestById, PERSISTED_QUERY_NOT_FOUND, type PersistedDocuments } from './persisted-documents.ts';
import { COST_HEADER } from './report-cost.ts';
import { requestInQuery } from './request-in-query.ts';
import { uploadBody } from './upload-body.ts';

/** Maximum body of callers who can send pictures: 20 MB in base64. Other callers send at most a text to seal. */
const MAX_PICTURE_BODY_BYTES = 28_000_000;

export interface GraphqlMountOptions {
  apollo: ApolloServer<Context>;
  reads: CompiledReads;
  /** Resolves persisted documents. */
  documents: PersistedDocuments;
  authentication: Authentication;
  contextFor(res: Response, principal: Principal): Context;
  /** Sends a page to browsers. Passes other requests to the next handler. */
  page?: RequestHandler;
  /** Limits the memory for bodies of anonymous callers. */
  heldBytes: RequestMemory;
  /** Queue in which anonymous callers wait before their documents are parsed and validated. */
  turns: FairTurns;
}

/** Mounts `/graphql`: an HTML page for browsers, GraphQL for all other clients. */
export function graphqlMount({
  apollo,
  reads,
  documents,
  authentication,
  contextFor,
  page,
  heldBytes,
  turns,
}: GraphqlMountOptions): Mount {
  const authenticate = authenticateBy(authentication);
  const execute = apolloHandler(apollo, (res) => res.locals.context ?? contextFor(res, res.locals.principal));
  return {
    path: '/graphql',
    methods: {
      // HEAD runs as GET, because Apollo knows only GET and POST. Node omits the body of a response to HEAD.
      HEAD: [asGet],
      GET: [...(page ? [page] : []), authenticate, withoutBody, namedInAddress(documents), inTurn(turns), execute],
      POST: [
        authenticate,
        bodyOf({ heldBytes, turns }),
        withShortDocument,
        named(documents),
        repeatOf(reads, contextFor),
        inTurn(turns),
        execute,
      ],
    },
    docs: { GET: queryByAddressDocs, POST: queryDocs },
    errors: graphqlErrors,
    link: { title: 'GraphiQL', text: 'explore the graph; queries use the same address' },
  };
}

/** Authenticates the request. Stores the principal as `res.locals.principal`. */
export function authenticateBy(authentication: Authentication): RequestHandler {
  return async (req, res, next) => {
    res.locals.principal = await authentication.ofRequest(req);
    next();
  };
}

/** Formats errors that occur before GraphQL execution like all GraphQL errors. */
export const graphqlErrors: ErrorShape = (res, refusal) => {
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  const { message, extensions } = toGraphQLError(refusal);
  const { http: _, ...shown } = extensions;
  res
    .status(refusal.status)
    .set(refusal.headers)
    .json({ errors: [{ message, extensions: { ...shown, requestId: res.locals.requestId } }] });
};

const asGet: RequestHandler = (req, _res, next) => {
  req.method = 'GET';
  // Continues with the handlers of GET. Express hasn't tried them yet, because HEAD is registered before GET.
  next('route');
};

const withoutBody: RequestHandler = (req, _res, next) => {
  req.body = {};
  next();
};

/** Delays an anonymous caller's document, which can take milliseconds to parse, until cheap requests are served. */
export function inTurn(turns: FairTurns): RequestHandler {
  return async (req, res, next) => {
    if (isAnonymous(res.locals.principal)) await turns.take(networkOf(req.ip ?? ''));
    // Skips callers who left while they waited.
    if (!res.destroyed) next();
  };
}

function bodyOf(options: Pick<GraphqlMountOptions, 'heldBytes' | 'turns'>): RequestHandler {
  const withText = jsonBody({ maxBytes: MAX_TEXT_BODY_BYTES, ...options });
  const withPicture = jsonBody({ maxBytes: MAX_PICTURE_BODY_BYTES, ...options });
  return (req, res, next) => {
    if (req.is('multipart/form-data')) return uploadBody(req, res, next);
    // Apollo refuses other content types itself, with messages that clients know.
    if (!req.is('application/json')) return withoutBody(req, res, next);
    return (can(res.locals.principal, 'requests:large') ? withPicture : withText)(req, res, next);
  };
}

const withShortDocument: RequestHandler = (req, _res, next) => {
  const { query } = (req.body ?? {}) as GraphqlRequest;
  if (typeof query === 'string') assertShort(query);
  next();
};

/** Replaces the id of a persisted document in the request by the document's text. */
function named(documents: PersistedDocuments): RequestHandler {
  return (req, res, next) => {
    if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) return next();
    const resolved = documents.resolve(req.body as GraphqlRequestById, isAnonymous(res.locals.principal));
    if (resolved === null) return sendNotFound(req, res);
    req.body = resolved;
    next();
  };
}

/** Replaces the id of a persisted document in a GET request, where Apollo reads the document's text from the URL. */
function namedInAddress(documents: PersistedDocuments): RequestHandler {
  return (req, res, next) => {
    const given = requestInQuery(req);
    const resolved = documents.resolve(given, isAnonymous(res.locals.principal));
    if (resolved === null) return sendNotFound(req, res);
    if (resolved !== given) {
      const { query, extensions } = resolved;
      const parameters = new URLSearchParams(req.url.split('?')[1]);
      parameters.delete('documentId');
      parameters.set('query', String(query));
      if (extensions === undefined) parameters.delete('extensions');
      else parameters.set('extensions', JSON.stringify(extensions));
      req.url = `${req.path}?${parameters}`;
    }
    next();
  };
}

/** Reports an unknown persisted document. Status 200 tells clients to send the document itself. */
export function sendNotFound(req: Request, res: Response): void {
  const { message, code } = PERSISTED_QUERY_NOT_FOUND;
  const { requestId } = res.locals;
  res
    .set({ 'Content-Type': typeOfAnswer(req) ?? TYPES_OF_ANSWER[0]!, 'Cache-Control': 'no-store' })
    .send(JSON.stringify({ errors: [{ message, extensions: { code, requestId } }] }));
}

/**
 * Answers frequent operations without Apollo. Only for posted JSON, which pages of other origins can't send without a preflight
 * request. Apollo handles everything else.
 */
function repeatOf(reads: CompiledReads, contextFor: GraphqlMountOptions['contextFor']): RequestHandler {
  return async (req, res, next) => {
    const type = typeOfAnswer(req);
    if (!type || req.headers[COST_HEADER] || typeof req.body !== 'object' || req.body === null) return next();
    const context = contextFor(res, res.locals.principal);
    const json = await reads.answer(req.body as GraphqlRequest, context);
    if (json === null) {
      res.locals.context = context;
      return next();
    }
    // `end` sends a string in one piece with the headers. `send` would convert it to a separate buffer.
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', Buffer.byteLength(json));
    res.end(json);
  };
}

/**
 * Media types of responses in the order in which Apollo chooses. If a client accepts none of them, Apollo refuses the request.
 */
const TYPES_OF_ANSWER = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
];

function typeOfAnswer(req: Request): string | null {
  const { accept } = req.headers;
  return accept ? req.accepts(TYPES_OF_ANSWER) || null : TYPES_OF_ANSWER[0]!;
}
