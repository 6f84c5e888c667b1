import type { Server } from 'node:http';
import path from 'node:path';
import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { lexicographicSortSchema, printSchema } from 'graphql';
import helmet from 'helmet';
import type { Services } from './app.ts';
import { homePage } from './pages/home-page.ts';
import { problemPage } from './pages/problem-page.ts';
import { ANONYMOUS, type Viewer } from './platform/auth/viewer.ts';
import { type Refusal, toRefusal } from './platform/errors.ts';
import { createApollo } from './platform/graphql/apollo.ts';
import { type Asked, CompiledReads } from './platform/graphql/compiled-reads.ts';
import { toGraphQLError } from './platform/graphql/errors.ts';
import { RequestContext } from './platform/graphql/request-context.ts';
import { accessLog } from './platform/http/access-log.ts';
import { jsonBody } from './platform/http/json-body.ts';
import { closeMethods } from './platform/http/methods.ts';
import { problemOf, refusalOfHttpError, sendProblem } from './platform/http/problem-json.ts';
import { requestId } from './platform/http/request-id.ts';
import { graphiqlIndex, graphiqlPages } from './platform/http/static-pages.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';
import { mountRest, openApiDocument, ROUTES } from './rest/index.ts';
import { VERSION } from './version.ts';

/** A base64 picture sent by somebody we know; strangers send queries and, at the most, a text to seal. */
const MAX_GRAPHQL_BYTES = { known: 28_000_000, anonymous: 3_000_000 };
const GRAPHIQL = path.join(PROJECT_ROOT, 'dist/web/graphiql');

export interface ServerState {
  /** Whether new work is welcome: the start is over and the stop has not begun. */
  isAccepting: boolean;
}

/** The HTTP side of the service. */
export async function createHttpApp(
  services: Services,
  httpServer: Server,
  state: ServerState,
  options: { compileAfter?: number; graphiqlFolder?: string } = {},
) {
  const { config, publicUrl, logger, authentication, schema } = services;
  const reads = new CompiledReads(schema, services.compilable, { seenOften: options.compileAfter });
  const { introspection } = config;
  const apollo = createApollo({ schema, introspection, logger, httpServer, plugins: [reads.plugin] });
  await apollo.start();

  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('etag', false);
  if (config.trustProxy) app.set('trust proxy', trustProxyValue(config.trustProxy));

  app.use(requestId, accessLog(logger), securityHeaders());
  if (config.corsOrigins.length > 0) app.use(crossOrigin(config.corsOrigins));

  const contextFor = (res: Response, viewer: Viewer) => {
    const gone = new AbortController();
    // An answer that was sent ends no work; to abort makes an error with a stack, which is a lot for nothing.
    res.once('close', () => res.writableFinished || gone.abort());
    return new RequestContext(
      services.database,
      viewer,
      res.locals.requestId,
      logger,
      gone.signal,
      () => res.req.ip ?? '',
    );
  };

  mountGraphql(app, { apollo, reads }, services, contextFor, options.graphiqlFolder ?? GRAPHIQL);
  mountRest(app, {
    schema,
    apollo,
    reads,
    authentication,
    publicUrl,
    contextFor,
    sendPicture: (req, res, id, file) => services.media.send(req, res, id, file),
  });
  mountPages(app, services);
  mountHealth(app, services, state);
  mountDocuments(app, services);

  app.use(((_req, res) => {
    sendProblem(res, publicUrl, {
      code: 'NOT_FOUND',
      detail: 'This path does not exist. The paths are listed in /openapi.json.',
    });
  }) satisfies RequestHandler);
  app.use(((error, _req, res, _next) => {
    const refusal = refusalOfHttpError(error) ?? toRefusal(error);
    logServerError(services, res, refusal);
    sendProblem(res, publicUrl, problemOf(refusal));
  }) satisfies ErrorRequestHandler);

  return { app, apollo };
}

/** `/graphql`: the page for a browser, data for everybody else. */
function mountGraphql(
  app: Express,
  { apollo, reads }: { apollo: ApolloServer<RequestContext>; reads: CompiledReads },
  { authentication, logger }: Services,
  contextFor: (res: Response, viewer: Viewer) => RequestContext,
  graphiqlFolder: string,
): void {
  // Apollo knows GET and POST only. Node leaves out the body of an answer to HEAD by itself.
  app.head('/graphql', (req, _res, next) => {
    req.method = 'GET';
    next();
  });
  app.use(graphiqlPages(graphiqlFolder));
  app.get('/graphql', graphiqlIndex(graphiqlFolder));

  const authenticate: RequestHandler = async (req, res, next) => {
    res.locals.viewer = req.headers.authorization
      ? await authentication.fromHeader(req.headers.authorization)
      : ANONYMOUS;
    next();
  };
  const ofAnonymous = jsonBody(MAX_GRAPHQL_BYTES.anonymous);
  const ofKnown = jsonBody(MAX_GRAPHQL_BYTES.known);
  const body: RequestHandler = (req, res, next) => {
    // Apollo refuses the other content types itself, in words of its own that clients know.
    if (req.method !== 'POST' || !req.is('application/json')) {
      req.body = {};
      return next();
    }
    ((res.locals.viewer as Viewer).kind === 'ANONYMOUS' ? ofAnonymous : ofKnown)(req, res, next);
  };
  /** Only for JSON that was posted, which no page of another origin can do unasked: Apollo sees to all the others. */
  const repeat: RequestHandler = async (req, res, next) => {
    const type = typeOfAnswer(req);
    if (!type || typeof req.body !== 'object' || req.body === null) return next();
    const context = contextFor(res, res.locals.viewer as Viewer);
    const json = await reads.answer(req.body as Asked, context);
    if (json === null) {
      res.locals.context = context;
      return next();
    }
    // A string goes out in one piece with the headers; `send` would make a buffer of it, which is written beside them.
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', Buffer.byteLength(json));
    res.end(json);
  };
  const execute = expressMiddleware(apollo, {
    context: async ({ res }) => res.locals.context ?? contextFor(res, res.locals.viewer as Viewer),
  });
  /** Errors before execution, in the shape of every GraphQL error. */
  const failed: ErrorRequestHandler = (error, _req, res, _next) => {
    const refusal = refusalOfHttpError(error) ?? toRefusal(error);
    if (refusal.status >= 500)
      logger.error({ err: refusal.cause ?? refusal, requestId: res.locals.requestId }, 'a request failed');
    if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
    const { message, extensions } = toGraphQLError(refusal);
    const { http: _, ...shown } = extensions;
    res
      .status(refusal.status)
      .set(refusal.headers)
      .json({ errors: [{ message, extensions: { ...shown, requestId: res.locals.requestId } }] });
  };
  app.get('/graphql', authenticate, body, execute, failed);
  app.post('/graphql', authenticate, body, repeat, execute, failed);
  closeMethods(app, '/graphql', ['GET', 'POST']);
}

/** As Apollo chooses it; null where Apollo has to say that none of them will do. */
const TYPES_OF_ANSWER = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
];

function typeOfAnswer(req: Request): string | null {
  const { accept } = req.headers;
  return accept ? req.accepts(TYPES_OF_ANSWER) || null : TYPES_OF_ANSWER[0]!;
}

/** What is read by people or downloaded: pictures, seals and the log. */
function mountPages(app: Express, { media, verify, logPages, trustPages }: Services): void {
  const pages: { path: string; handler: RequestHandler }[] = [
    { path: '/', handler: homePage },
    { path: '/problems/:code', handler: problemPage },
    { path: '/media/:id/:file', handler: media.handler },
    { path: '/v/:sealId', handler: verify.page },
    { path: '/v/:sealId/statuses.json', handler: verify.statuses },
    { path: '/v/:sealId/:file', handler: verify.file },
    { path: '/verifier.html', handler: verify.offline },
    { path: '/.well-known/imprimatur/verifier.sha256', handler: verify.offlineDigest },
    ...['/log', '/log/by-name/:origin'].flatMap((prefix) => [
      { path: prefix, handler: logPages.about },
      { path: `${prefix}/checkpoint`, handler: logPages.checkpoint },
      { path: `${prefix}/checkpoints`, handler: logPages.checkpoints },
      { path: `${prefix}/consistency/:old/:size`, handler: logPages.consistency },
      { path: `${prefix}/tile/*path`, handler: logPages.tile },
    ]),
    ...trustPages,
  ];
  for (const { path, handler } of pages) {
    app.get(path, handler);
    closeMethods(app, path, ['GET']);
  }
}

/** For whoever supervises the process: alive says nothing of what it needs, ready says that all of it is there. */
function mountHealth(app: Express, { health }: Services, state: ServerState): void {
  const answer = (res: Response, isUp: boolean) => {
    if (!isUp) res.set('Retry-After', '1');
    res
      .status(isUp ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .type('application/health+json')
      .send(JSON.stringify({ status: isUp ? 'pass' : 'fail' }));
  };
  app.get('/livez', (_req, res) => answer(res, true));
  const ready: RequestHandler = async (_req, res) => answer(res, state.isAccepting && (await health.report()).ok);
  app.get('/readyz', ready);
  app.get('/healthz', ready);
  for (const path of ['/livez', '/readyz', '/healthz']) closeMethods(app, path, ['GET']);
}

function mountDocuments(app: Express, { config, schema }: Services): void {
  const openApi = JSON.stringify(openApiDocument(ROUTES, VERSION));
  // Where the schema cannot be asked for, it cannot be read here either.
  if (config.introspection) {
    const sdl = printSchema(lexicographicSortSchema(schema));
    app.get('/schema.graphql', (_req, res) => {
      res.type('text/plain').send(sdl);
    });
    closeMethods(app, '/schema.graphql', ['GET']);
  }
  app.get('/openapi.json', (_req, res) => {
    res.type('application/json').send(openApi);
  });
  closeMethods(app, '/openapi.json', ['GET']);
}

/** Leave for pages of these origins. `OPTIONS` goes on to its path, which tells everybody what it allows. */
function crossOrigin(origins: string[]): RequestHandler {
  return cors({
    origin: origins,
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: ['Link', 'Location', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed'],
    maxAge: 600,
    preflightContinue: true,
  });
}

function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // TLS ends in front of us, and whoever ends it decides for its host.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: false,
  });
}

function logServerError({ logger }: Services, res: Response, refusal: Refusal): void {
  if (refusal.status < 500) return;
  logger.error({ err: refusal.cause ?? refusal, requestId: res.locals.requestId }, 'a request failed');
}

function trustProxyValue(setting: string): number | string[] {
  return /^\d+$/.test(setting) ? Number(setting) : setting.split(',').map((address) => address.trim());
}
