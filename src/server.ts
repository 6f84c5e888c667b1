import type { Server } from 'node:http';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Principal } from './platform/auth/principal.ts';
import { Refusal } from './platform/errors/errors.ts';
import { CompiledReads } from './platform/graphql/reads/compiled-reads.ts';
import { createApollo } from './platform/graphql/server/apollo.ts';
import { graphqlMount } from './platform/graphql/server/graphql-mount.ts';
import { PersistedDocuments } from './platform/graphql/server/persisted-documents.ts';
import { schemaMount } from './platform/graphql/server/schema-mount.ts';
import { streamMount } from './platform/graphql/server/stream-mount.ts';
import { accessLog } from './platform/http/access-log.ts';
import { readClientAddresses } from './platform/http/client-address.ts';
import { ANSWER_HEADERS } from './platform/http/header-docs.ts';
import { failed, type Mount, problemJson, serve } from './platform/http/mount.ts';
import { isSameOrigin } from './platform/http/own-origin.ts';
import { queuePipelined } from './platform/http/pipelined-requests.ts';
import { requestContext } from './platform/http/request-context.ts';
import { requestId } from './platform/http/request-id.ts';
import { withoutTrailingSlash } from './platform/http/trailing-slash.ts';
import { cutOffUnfinished } from './platform/http/unfinished-requests.ts';
import { VERSION } from './platform/program/version.ts';
import { measureOperations } from './platform/telemetry/operation-telemetry.ts';
import { measureEvents, measureRequests } from './platform/telemetry/request-telemetry.ts';
import {
  assertDescribed,
  openApiDocument,
  openApiMount,
  operationNames,
  operationsOver,
  restMounts,
} from './rest/index.ts';
import type { Service } from './service.ts';

/** Creates the request handler of the service: GraphQL, REST, and the mounts of the features. */
export async function createHttpApp(
  service: Service<unknown>,
  httpServer: Server,
  options: { compileAfter?: number } = {},
) {
  const { platform, schema, routes, adapters } = service;
  const { config, publicUrl, logger, clock, authentication, streams, heldBytes, turns, telemetry } = platform;
  const { introspection } = config;
  const { website } = service;
  const problems = { publicUrl, problemPage: website?.problemPage };
  const observe = measureOperations(
    telemetry,
    operationNames([...routes.map(({ operation }) => operation), ...adapters.flatMap(({ operations }) => operations)]),
  );
  const reads = new CompiledReads(schema, service.compilable, { seenOften: options.compileAfter, observe });
  const apollo = createApollo({ schema, introspection, logger, httpServer, plugins: [reads.plugin] });
  await apollo.start();
  const documents = new PersistedDocuments(config.persistedDocuments);
  const contextFor = (res: Response, principal: Principal, signal?: AbortSignal) =>
    requestContext(platform, res, principal, signal);
  // Passes the `Idempotency-Key` header to GraphQL operations. REST routes pass it in the input themselves.
  const graphqlContextFor = (res: Response, principal: Principal, signal?: AbortSignal) =>
    requestContext(platform, res, principal, signal, { idempotencyKeyHeader: res.req.get('Idempotency-Key') });

  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('etag', false);
  if (config.trustProxy) app.set('trust proxy', trustProxyValue(config.trustProxy));
  readClientAddresses(app);

  app.use(requestId, measureRequests(telemetry), accessLog(logger), cutOffUnfinished, securityHeaders());
  if (config.corsOrigins.length > 0) app.use(crossOrigin(config.corsOrigins));

  const graphql = [
    graphqlMount({
      apollo,
      reads,
      documents,
      authentication,
      contextFor: graphqlContextFor,
      heldBytes,
      turns,
      page: website?.graphqlPage,
    }),
    streamMount({
      documents,
      schema,
      introspection,
      logger,
      authentication,
      contextFor: graphqlContextFor,
      streams,
      heldBytes,
      turns,
      observe: measureEvents(telemetry, '/graphql/stream'),
    }),
  ];
  const rest = restMounts(routes, {
    schema,
    apollo,
    reads,
    authentication,
    ...problems,
    clock,
    heldBytes,
    turns,
    contextFor,
  });
  const operations = operationsOver({ schema, apollo, reads, contextFor });
  const others = [
    // The OpenAPI document is created when it is first requested, because creating it is slow.
    openApiMount((): object => openApiDocument(mounts, VERSION)),
    // Without introspection, the schema isn't served as a file either.
    ...(introspection ? [schemaMount(schema)] : []),
    ...service.mounts,
    ...adapters.flatMap((adapter) => adapter.mounts(operations)),
  ];
  const served = {
    routes,
    rest,
    others: [...graphql, ...others],
    all: (): readonly Mount[] => mounts,
    sampleImages: async () =>
      (await Promise.all(Object.values(platform.contributed('sampleImages')).map((of) => of()))).flat(),
  };
  // The most used mounts come first, since Express compares the path with one mount after the other.
  const mounts: Mount[] = [...graphql, ...rest, ...others, ...(website?.mounts(served) ?? [])];
  assertDescribed(mounts);
  serve(app, mounts, { ...problems, logger });

  const meantFor = (path: string) =>
    mounts.find(({ under, misses }) => (under && path.startsWith(under)) || typeof misses?.(path) === 'string');
  app.use(withoutTrailingSlash(mounts.map(({ path }) => path)), ({ path }) => {
    const advice = meantFor(path)?.misses?.(path) ?? 'See /openapi.json for all paths.';
    throw new Refusal('NOT_FOUND', `This path does not exist. ${advice}`);
  });
  app.use(((error, req, res, next) => {
    const errors = meantFor(req.path)?.errors ?? problemJson(problems);
    failed(errors, logger)(error, req, res, next);
  }) satisfies ErrorRequestHandler);

  return { app: queuePipelined(app), apollo, mounts };
}

const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'Preference-Applied',
  ...Object.keys(ANSWER_HEADERS).filter((name) => /^X-(Imprimatur|RateLimit|Should)-/.test(name)),
];

/**
 * Allows cross-origin requests from these origins. `OPTIONS` requests continue to the handler of their path, which lists the
 * allowed methods for all callers.
 */
function crossOrigin(origins: string[]): RequestHandler {
  return cors({
    origin: (origin, decide) =>
      decide(
        null,
        origins.some((one) => origin !== undefined && isSameOrigin(one, origin)),
      ),
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
    preflightContinue: true,
  });
}

/** Sets security headers, which are identical for every response and computed once. */
function securityHeaders(): RequestHandler {
  const headers = new Map<string, string>();
  const taking = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader() {} };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // Not set, because TLS ends at a proxy, whose operator decides about HSTS.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: false,
  })({} as Request, taking as unknown as Response, () => {});
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

function trustProxyValue(setting: string): number | string[] {
  return /^\d+$/.test(setting) ? Number(setting) : setting.split(',').map((address) => address.trim());
}
