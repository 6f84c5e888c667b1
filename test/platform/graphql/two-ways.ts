import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Api, type Credential, credentialHeaders, type Json, startApi } from '../../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';

export interface Asked {
  query: string;
  variables?: object | null;
  operationName?: string;
  as?: Credential;
}

export interface AnsweredTwice {
  status: number;
  body: Json;
  /** Whether the compiling service answered without running a resolver of the query's fields. */
  isCompiled: boolean;
}

/** One bank behind two services: one compiles at first sight, the other never does. */
export interface TwoWays {
  compiling: Api;
  interpreting: Api;
  database: TestDatabase;
  /** Sends the same request to both and demands the same answer, to the last character that is not blank space. */
  ask(asked: Asked): Promise<AnsweredTwice>;
  /** The same for a path of REST, whose bytes have to be the same, too. */
  get(path: string, as?: Credential): Promise<AnsweredTwice>;
  stop(): Promise<void>;
}

export async function startTwoWays(): Promise<TwoWays> {
  const database = await cloneDatabase();
  // Both have the key by which the rows of people are proven.
  const ENCRYPTION_KEY = randomBytes(32).toString('base64');
  const env = { PUBLIC_URL: "https://it's.bank.example", ENCRYPTION_KEY };
  const compiling = await startApi({ database, works: false, compileAfter: 1, env });
  const interpreting = await startApi({ database, works: false, compileAfter: Number.POSITIVE_INFINITY, env });
  const resolved = countResolved(compiling);

  const twice = async (ask: (api: Api, requestId: string) => Promise<Answer>): Promise<AnsweredTwice> => {
    const requestId = randomUUID();
    const before = resolved();
    const compiled = await ask(compiling, requestId);
    const isCompiled = resolved() === before;
    const interpreted = await ask(interpreting, requestId);

    expect(compiled).toEqual(interpreted);
    return { status: compiled.status, body: JSON.parse(compiled.body), isCompiled };
  };
  return {
    compiling,
    interpreting,
    database,
    ask: (asked) => twice((api, requestId) => send(api, asked, requestId)),
    get: (path, as) => twice((api, requestId) => get(api, path, as, requestId)),
    async stop() {
      await Promise.all([compiling.stop(), interpreting.stop()]);
      await database.drop();
    },
  };
}

interface Answer {
  status: number;
  body: string;
}

async function get({ url }: Api, path: string, as: Credential | undefined, requestId: string) {
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-request-id': requestId, ...credentialHeaders(as) },
  });
  const { date: _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

async function send({ url }: Api, { as, query, variables, operationName }: Asked, requestId: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...credentialHeaders(as),
    },
    body: JSON.stringify({ query, variables, operationName }),
  });
  const { status, headers } = response;
  return {
    status,
    type: headers.get('content-type'),
    challenge: headers.get('www-authenticate'),
    retryAfter: headers.get('retry-after'),
    body: withoutBlanks(await response.text()),
  };
}

/** JSON text without the blank space between its tokens; what stands in strings, and the order, stay as they are. */
function withoutBlanks(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (token) => (token.startsWith('"') ? token : ''));
}

function countResolved({ services }: Api): () => number {
  let count = 0;
  for (const field of Object.values(services.schema.getQueryType()!.getFields())) {
    const resolve = field.resolve!;
    field.resolve = (...args) => {
      count += 1;
      return resolve(...args);
    };
  }
  return () => count;
}
