import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as undici from 'undici';
import { onTestFinished } from 'vitest';
import { compose } from '../../src/app.ts';
import { startBackground } from '../../src/cli/background.ts';
import type { AnyFeature } from '../../src/feature.ts';
import { FEATURES } from '../../src/features.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { type ConnectionLimits, createPatientServer } from '../../src/platform/http/listen.ts';
import type { Mount } from '../../src/platform/http/mount.ts';
import type { StreamLimits } from '../../src/platform/http/open-streams.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { readConfig } from '../../src/read-config.ts';
import { rendersWith } from '../../src/renders/index.ts';
import { createHttpApp } from '../../src/server.ts';
import type { Service } from '../../src/service.ts';
import './asked-before-transactions.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { sharedRenderer } from './shared-renderer.ts';

const RENDERS = rendersWith(sharedRenderer);

export const INBOUND_SECRET = 'test-integrations-inbound-secret';
export const ADMIN_TOKEN = 'test-operator-token-of-an-admin';

const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** Services that share a database share these. */
export const LOG_PRIVATE_KEY = pemOf(generateKeyPairSync('ed25519'));
export const SEAL_PRIVATE_KEY = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
export const DECISION_PRIVATE_KEY = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));

export interface GraphQLAnswer<Data> {
  status: number;
  headers: Headers;
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string } & Record<string, unknown> }[];
}

/** The code with which an operation of one field was refused: as a whole without credentials, else as its problem. */
export function refusalOf({ data, errors }: GraphQLAnswer<Json>): string | undefined {
  return errors?.[0]?.extensions.code ?? Object.values<Json>(data ?? {})[0]?.code;
}

/** A body or its data, of which each test says what it expects. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

export interface Api {
  url: string;
  dataDir: string;
  database: TestDatabase;
  services: Service;
  httpServer: Server;
  /** Everything that is served. */
  mounts: readonly Mount[];
  /** A request to a path of the service. `as` sends the credential of an integration or an operator. */
  fetch(path: string, init?: RequestInit & { as?: Credential }): Promise<Response>;
  /** A JSON request and its JSON answer. Without the streams and headers of `fetch`, which take five times as long as the rest. */
  json(
    path: string,
    init?: { as?: Credential; method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; headers: Headers; body: Json }>;
  graphql<Data = Json>(
    query: string,
    options?: { variables?: object; as?: Credential; operationName?: string },
  ): Promise<GraphQLAnswer<Data>>;
  /** Renders a small picture and waits for it; gives the REST body. */
  render(brief?: object): Promise<Json>;
  stop(): Promise<void>;
}

/** A cookie goes with the origin of the page that it is sent from. */
export type Credential = 'integration' | 'operator' | { bearer: string } | { cookie: string; origin?: string };

export interface ApiOptions {
  env?: Record<string, string>;
  /** Left out: any that is free. */
  port?: number;
  /** Whether jobs are worked on in this process. */
  works?: boolean;
  database?: TestDatabase;
  /** Whether keys have to fit the database, as they have to where a process is started. */
  assertsKeys?: boolean;
  compileAfter?: number;
  /** Where GraphiQL was built to, if not where the service looks for it. */
  graphiqlFolder?: string;
  /** Where the REST reference was built to, likewise. */
  restDocsFolder?: string;
  /** Where the back office was built to. Without it there is none, whatever lies in `dist`. */
  adminFolder?: string;
  /** Where the verifier was built to. Without it seals have pages without it, whatever lies in `dist`. */
  verifierFolder?: string;
  /** Where the developer sanctuary was built to. Without it there is no such page, whatever lies in `dist`. */
  sanctuaryFolder?: string;
  streams?: Partial<StreamLimits>;
  /** How slow clients may be. Left out: as in a service in use. */
  connections?: Partial<ConnectionLimits>;
  /** Left out: the system's. */
  clock?: Clock;
  /** More than the service has, and others in the place of those that have the same names. */
  features?: readonly AnyFeature[];
}

/** The whole service on a port of its own and a database of its own, in this process. Stopped by itself after the test. */
export async function startApi(options: ApiOptions = {}): Promise<Api> {
  const { works = true, env = {} } = options;
  const database = options.database ?? (await cloneDatabase());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-api-'));
  const features = withOthers([...(options.features ?? []), RENDERS]);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.serviceUrl,
    // A database that is prepared is served as by a process that knows nothing of its owner.
    ...(!database.isPrepared && { DATABASE_OWNER_URL: database.url }),
    // Each is a process of the database, which begins by looking everything up.
    DATABASE_POOL_SIZE: '8',
    INTEGRATIONS_INBOUND_SECRET: INBOUND_SECRET,
    ADMIN_TOKEN,
    LOG_PRIVATE_KEY,
    SEAL_PRIVATE_KEY,
    DECISION_PRIVATE_KEY,
    PORT: '0',
    // All of a test comes from one address.
    SEALS_PER_MINUTE: '1000000',
    SEALS_PER_DAY: '1000000',
    NEW_ROTATIONS_PER_DAY: '1000000',
    LOG_LEVEL: 'silent',
    // A task runs without any provider, and as fast as it goes.
    SANDBOX: '1',
    SANDBOX_TOKENS_PER_SECOND: '0',
    ...env,
  };
  const config = readConfig(settings, features);

  const httpServer = createPatientServer(options.connections);
  await new Promise<void>((resolve) => httpServer.listen(options.port ?? 0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  const publicUrl = config.publicUrl ?? url;
  const services = await compose({
    config,
    databaseUrl: config.databaseUrl!,
    publicUrl,
    logger: createLogger(config.logLevel, config.logFormat),
    clock: options.clock,
    features,
    streamLimits: options.streams,
    builtPages: {
      graphiql: options.graphiqlFolder,
      'rest-docs': options.restDocsFolder,
      admin: options.adminFolder ?? path.join(dataDir, 'no-back-office'),
      verifier: options.verifierFolder ?? path.join(dataDir, 'no-verifier'),
      sanctuary: options.sanctuaryFolder ?? path.join(dataDir, 'no-sanctuary'),
    },
  });
  const stops: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  await startBackground(
    services,
    { stopping: stopping.signal, onStop: (stop) => stops.push(stop) },
    {
      databaseUrl: config.databaseUrl!,
      ownerUrl: config.databaseOwnerUrl,
      works,
      jobGraceMs: 2_000,
      tidies: false,
      assertsKeys: options.assertsKeys ?? false,
    },
  );
  const { app, apollo, mounts } = await createHttpApp(services, httpServer, options);
  httpServer.on('request', app);
  services.platform.availability.isAccepting = true;

  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      stopping.abort(new Error('The test is over.'));
      httpServer.closeAllConnections();
      await apollo.stop();
      for (const stop of stops.toReversed()) await stop();
      if (!options.database) await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    })();
    return stopped;
  };
  onTestFinishedIfInTest(stop);

  const request: Api['fetch'] = (requestPath, { as, ...init } = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(credentialHeaders(as))) {
      if (!headers.has(name)) headers.set(name, value);
    }
    return fetch(url + requestPath, { redirect: 'manual', ...init, headers });
  };
  const json: Api['json'] = async (requestPath, { as, method, body, headers } = {}) => {
    const given = new Headers(headers);
    const sent = {
      accept: '*/*',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...credentialHeaders(as),
      ...Object.fromEntries(given),
    };
    const response = await undici.request(url + requestPath, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: sent,
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.body.text();
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const each of [value ?? []].flat()) answered.append(name, each);
    }
    return { status: response.statusCode, headers: answered, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    url,
    dataDir,
    database,
    services,
    httpServer,
    mounts,
    fetch: request,
    json,
    async graphql(query, { variables, as, operationName } = {}) {
      const { status, headers, body } = await json('/graphql', { as, body: { query, variables, operationName } });
      return { status, headers, ...body };
    },
    async render(brief = {}) {
      const { status, body } = await json('/api/integrations/cinema/render', {
        as: 'integration',
        body: { prompt: 'calm sea at dawn', width: 256, height: 256, seed: 1, ...brief },
      });
      if (status !== 200) throw new Error(`The render failed: ${JSON.stringify(body)}`);
      return body;
    },
    stop,
  };
}

/** Said to be the ones of the service, to which the composition root is typed: what others bring besides is not asked by name. */
function withOthers(others: readonly AnyFeature[]): typeof FEATURES {
  const usual: readonly AnyFeature[] = FEATURES;
  const inPlace = usual.map((feature) => others.find(({ name }) => name === feature.name) ?? feature);
  const more = others.filter(({ name }) => !usual.some((feature) => feature.name === name));
  return [...inPlace, ...more] as unknown as typeof FEATURES;
}

export function bearerOf(credential: Exclude<Credential, { cookie: string }>): string {
  if (credential === 'integration') return INBOUND_SECRET;
  return credential === 'operator' ? ADMIN_TOKEN : credential.bearer;
}

/** What a request says of who sends it. */
export function credentialHeaders(as: Credential | undefined): Record<string, string> {
  if (as === undefined) return {};
  return typeof as === 'object' && 'cookie' in as ? { ...as } : { authorization: `Bearer ${bearerOf(as)}` };
}

/** In a test the service ends with it; in a `beforeAll` whoever started it stops it. */
function onTestFinishedIfInTest(stop: () => Promise<void>): void {
  try {
    onTestFinished(stop);
  } catch {
    // Not inside a test.
  }
}
