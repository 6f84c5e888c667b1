import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type AnySchema, HOSTILE_SCHEMAS } from '../test/support/schemas.ts';

/** Sends expensive requests. Called repeatedly until the signal aborts; responses are ignored. */
type Attack = (url: string, signal: AbortSignal) => Promise<void>;

/** Alternating combining marks of two classes, which Unicode normalization must sort. */
const MARKS = `a${'\u0315\u0300'.repeat(60_000)}`;
const WIDE = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at])));
const LONG_ID = `seal_${'a'.repeat(2_900_000)}`;
const NESTED = `{ ${Array.from(
  { length: 30 },
  (_, at) => `a${at}: sealsByDigest(sha256: "${'0'.repeat(64)}") { id statusHistory { supersededBy { id } } }`,
).join(' ')} }`;

const PACKED_HEADERS = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
const SWELLING = gzipSync(JSON.stringify({ query: 'x'.repeat(2_900_000) }));
/** Compressed request body. It has 2.9 MB, and about an eighth of that when compressed. */
const packed = gzipSync(
  JSON.stringify({ query: Array.from({ length: 5_800 }, () => randomBytes(50).toString('hex').repeat(5)).join('') }),
);

const graphql =
  (query: string, variables: string): Attack =>
  async (url, signal) => {
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    await post(`${url}/graphql`, body, signal);
  };

const TASK = 'fast-execution/field-extraction';
const TOOL = 'record';
const SCHEMAS = Object.values(HOSTILE_SCHEMAS).map(([schema]) => schema);
/**
 * Schema within the service's limits that is as expensive as they allow: sixteen constants of 2 kB, and a pattern with
 * exponential backtracking.
 */
const WITHIN_BOUNDS: AnySchema = {
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`m${at}`, { $ref: '#/$defs/long' }])),
  required: Array.from({ length: 16 }, (_, at) => `m${at}`),
  $defs: { long: { allOf: [{ const: 'a'.repeat(2_000) }, { type: 'string', pattern: '^(a+)+$' }] } },
};

const RUN_TASK = 'mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename } }';
const runTask =
  (more: (schema: AnySchema) => object): Attack =>
  async (url, signal) => {
    for (const schema of [...SCHEMAS, WITHIN_BOUNDS]) {
      const input = { task: TASK, messages: [{ role: 'USER', content: `Call ${TOOL}` }], ...more(schema) };
      await post(`${url}/graphql`, JSON.stringify({ query: RUN_TASK, variables: { input } }), signal);
    }
  };

const openAi =
  (path: string, body: (schema: AnySchema) => object): Attack =>
  async (url, signal) => {
    for (const schema of [...SCHEMAS, WITHIN_BOUNDS]) {
      await post(`${url}${path}`, JSON.stringify({ model: TASK, ...body(schema) }), signal, workerData.adminToken);
    }
  };
const CHAT = { messages: [{ role: 'user', content: `Call ${TOOL}` }] };

/** All requests that are known to be expensive and that any caller can send. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'marks in a text': async (url, signal) => {
    const body = JSON.stringify({ artifact_text: MARKS, disclaimer_ack: true });
    await post(`${url}/api/legal/provenance-seal`, body, signal);
  },
  'marks in tags': graphql(
    'mutation ($tags: [String!]!) { pickAsset(input: { tags: $tags }) { __typename } }',
    JSON.stringify({ tags: [MARKS] }),
  ),
  'members without number': graphql(
    'mutation ($input: PickAssetInput!) { pickAsset(input: $input) { __typename } }',
    `{"input":${WIDE}}`,
  ),
  'members without number by REST': async (url, signal) => {
    await post(`${url}/api/legal/provenance-seal`, WIDE, signal);
  },
  'schemas that unfold': runTask((outputSchema) => ({ outputSchema })),
  'schemas of tools that unfold': runTask((parameters) => ({ tools: [{ name: TOOL, parameters }] })),
  'schemas that unfold, by chat completions': openAi('/v1/chat/completions', (schema) => ({
    ...CHAT,
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
  })),
  'schemas of tools that unfold, by chat completions': openAi('/v1/chat/completions', (parameters) => ({
    ...CHAT,
    tools: [{ type: 'function', function: { name: TOOL, parameters } }],
  })),
  'schemas that unfold, by responses': openAi('/v1/responses', (schema) => ({
    input: `Call ${TOOL}`,
    text: { format: { type: 'json_schema', name: 'a', schema } },
  })),
  'ids without end': graphql('query ($id: ID!) { seal(id: $id) { id } }', JSON.stringify({ id: LONG_ID })),
  'small queries': graphql(NESTED, '{}'),
  campaigns: async (url, signal) => {
    const campaign = Math.random().toString(36);
    await ask(`${url}/api/marketing/image-bank/pick?tags=harbour&campaign=${campaign}`, { signal });
  },
  'requests in one packet': async (url, signal) => {
    const request = 'GET /verifier.html HTTP/1.1\r\nHost: x\r\n\r\n';
    await holdConnections(url, [request.repeat(90)], 5, signal);
  },
  'bodies that swell': async (url, signal) => {
    await ask(`${url}/graphql`, { method: 'POST', headers: PACKED_HEADERS, body: SWELLING, signal });
  },
  'bodies without end': async (url, signal) => {
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    await holdConnections(url, [head, packed.subarray(0, packed.length - 12)], 100, signal);
  },
};

async function ask(address: string, init: RequestInit): Promise<void> {
  await (await fetch(address, init)).arrayBuffer();
}

const post = (address: string, body: string, signal: AbortSignal, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return ask(address, { method: 'POST', headers, body, signal });
};

/** Opens `count` connections, sends `parts` over each, and reads nothing for one second. */
async function holdConnections(url: string, parts: readonly (string | Buffer)[], count: number, signal: AbortSignal) {
  const sockets: Socket[] = [];
  try {
    for (let opened = 0; opened < count; opened++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
      socket.on('error', () => {});
      sockets.push(socket);
      await once(socket, 'connect', { signal });
      for (const part of parts) socket.write(part);
    }
    await sleep(1_000, undefined, { signal });
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Runs an attack in two concurrent loops until the signal aborts. More loops would measure how fast this process can send. */
async function untilAborted(attack: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const go = async () => {
    while (!signal.aborted) {
      await attack().catch(() => {});
      // Limits the rate of requests that are refused immediately.
      await sleep(5);
    }
  };
  await Promise.all([go(), go()]);
}

if (!isMainThread) {
  const ending = new AbortController();
  parentPort!.once('message', () => ending.abort());
  await Promise.all(
    Object.values(ATTACKS).map((attack) => untilAborted(() => attack(workerData.url, ending.signal), ending.signal)),
  );
}
