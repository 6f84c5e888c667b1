import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Bench } from './bench.ts';

const FULL = { seconds: 30, warmUpSeconds: 5 };
/** Proves that it runs; its figures say nothing. */
const QUICK = { seconds: 4, warmUpSeconds: 1 };

/** What strangers are told to bear at the most while all of it goes on. */
const AIM = { livezMs: 500, pickMs: 1_000, bytes: 1e9 };
const ASK_EVERY_MS = 50;

/** Begins again and again until the signal aborts; what is answered does not matter. */
type Attack = (url: string, signal: AbortSignal) => Promise<void>;

/**
 * All that is known to be costly and that anybody may send, at once, while others go on as usual: whether the process
 * lives, one picture for a campaign, and texts that are sealed. Gives a Markdown table.
 */
export async function benchAttacks({ children, folder, postgres, machine, isQuick }: Bench): Promise<string> {
  const { seconds, warmUpSeconds } = isQuick ? QUICK : FULL;
  const title = machine();
  const adminToken = 'a-token-for-this-benchmark-alone';
  const url = await children.startService({
    ...{ DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'error', ADMIN_TOKEN: adminToken, DEMO: '0' },
  });
  await givePicture(url, adminToken);

  await measure(url, adminToken, warmUpSeconds);
  console.error('While nothing else goes on …');
  const quiet = await measure(url, adminToken, seconds);
  console.error(`While ${Object.keys(ATTACKS).join(', ')} go on …`);
  const ending = new AbortController();
  const attacks = Object.values(ATTACKS).map((attack) => untilAborted(() => attack(url, ending.signal), ending.signal));
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, children.residentBytes())), 100);
  const attacked = await measure(url, adminToken, seconds);
  clearInterval(looking);
  ending.abort();
  await Promise.all(attacks);
  const lost = await countLost(url, [...quiet.sealed, ...attacked.sealed]);

  const ms = (times: readonly number[]) =>
    `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} / ${Math.max(...times).toFixed(0)}`;
  return [
    `${title}; ${Object.keys(ATTACKS).length} attacks at once for ${seconds} s, by the same two cores.\n`,
    '| | quiet | attacked | aim |',
    '|---|---:|---:|---:|',
    `| \`/livez\`, ms: p50 / p99 / most | ${ms(quiet.livez)} | ${ms(attacked.livez)} | most ≤ ${AIM.livezMs} |`,
    `| \`pick\` by a stranger, ms: p50 / p99 / most | ${ms(quiet.pick)} | ${ms(attacked.pick)} | p99 ≤ ${AIM.pickMs} |`,
    `| a text sealed, ms: p50 / p99 / most | ${ms(quiet.seal)} | ${ms(attacked.seal)} | |`,
    `| memory of the process, MB | | ${(most / 1e6).toFixed(0)} | < ${AIM.bytes / 1e6} |`,
    `| sealed, and not found afterwards | ${quiet.sealed.length} | ${attacked.sealed.length}, ${lost} lost | 0 lost |`,
    `| answered otherwise than they should be | ${quiet.failed} | ${attacked.failed} | 0 |`,
  ].join('\n');
}

interface Measured {
  livez: number[];
  pick: number[];
  seal: number[];
  /** Ids that were answered. */
  sealed: string[];
  failed: number;
}

/** Asks one after the other, as somebody who has nothing to do with all that would. */
async function measure(url: string, adminToken: string, seconds: number): Promise<Measured> {
  const measured: Measured = { livez: [], pick: [], seal: [], sealed: [], failed: 0 };
  const end = performance.now() + seconds * 1_000;
  const asking = async (times: number[], ask: () => Promise<boolean>) => {
    while (performance.now() < end) {
      const begin = performance.now();
      if (!(await ask())) measured.failed += 1;
      times.push(performance.now() - begin);
      await sleep(ASK_EVERY_MS);
    }
  };
  await Promise.all([
    asking(measured.livez, () => isAnswered(`${url}/livez`)),
    asking(measured.pick, () => isAnswered(`${url}/api/marketing/image-bank/pick?tags=harbour`)),
    asking(measured.seal, async () => {
      // Whoever is known has limits of their own: those of strangers are what the attacks use up.
      const response = await post(`${url}/api/legal/provenance-seal`, TEXT, { authorization: `Bearer ${adminToken}` });
      const { seal } = (await response.json()) as { seal?: { id: string } };
      if (seal) measured.sealed.push(seal.id);
      return response.status === 201;
    }),
  ]);
  return measured;
}

const TEXT = JSON.stringify({ artifact_text: 'The offer stands until Friday.', disclaimer_ack: true });

async function isAnswered(address: string): Promise<boolean> {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status === 200;
}

const post = (address: string, body: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, signal });

/** One PNG of 64 by 64 pixels, tagged. */
async function givePicture(url: string, adminToken: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const body = JSON.stringify({ imageBase64: picture.toString('base64'), tags: ['harbour'], title: 'Harbour' });
  const response = await post(`${url}/api/admin/image-bank`, body, { authorization: `Bearer ${adminToken}` });
  if (response.status !== 201) throw new Error(`The picture was not taken: ${await response.text()}`);
}

async function countLost(url: string, ids: readonly string[]): Promise<number> {
  let lost = 0;
  for (const id of ids) if (!(await isAnswered(`${url}/v/${id}`))) lost += 1;
  return lost;
}

/** Marks of two classes in turn: each has to find its place among all that went before. */
const MARKS = `a${'\u0315\u0300'.repeat(60_000)}`;
const WIDE = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at])));
const LONG_ID = `seal_${'a'.repeat(2_900_000)}`;
const NESTED = `{ ${Array.from(
  { length: 30 },
  (_, at) => `a${at}: sealsByDigest(sha256: "${'0'.repeat(64)}") { id statusHistory { supersededBy { id } } }`,
).join(' ')} }`;

const PACKED_HEADERS = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
const SWELLING = gzipSync(JSON.stringify({ query: 'x'.repeat(2_900_000) }));
/** Of 2.9 MB, and some eight times smaller when it is compressed. */
const packed = gzipSync(
  JSON.stringify({ query: Array.from({ length: 5_800 }, () => randomBytes(50).toString('hex').repeat(5)).join('') }),
);

const graphql =
  (query: string, variables: string): Attack =>
  async (url, signal) => {
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    await (await post(`${url}/graphql`, body, {}, signal)).arrayBuffer();
  };

const ATTACKS: Readonly<Record<string, Attack>> = {
  'marks in a text': async (url, signal) => {
    const body = JSON.stringify({ artifact_text: MARKS, disclaimer_ack: true });
    await (await post(`${url}/api/legal/provenance-seal`, body, {}, signal)).arrayBuffer();
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
    await (await post(`${url}/api/legal/provenance-seal`, WIDE, {}, signal)).arrayBuffer();
  },
  'ids without end': graphql('query ($id: ID!) { seal(id: $id) { id } }', JSON.stringify({ id: LONG_ID })),
  'small queries': graphql(NESTED, '{}'),
  campaigns: async (url, signal) => {
    const campaign = Math.random().toString(36);
    await isAnsweredOrNot(`${url}/api/marketing/image-bank/pick?tags=harbour&campaign=${campaign}`, signal);
  },
  'requests in one packet': async (url, signal) => {
    const request = 'GET /verifier.html HTTP/1.1\r\nHost: x\r\n\r\n';
    await holding(url, [request.repeat(90)], 5, signal);
  },
  'bodies that swell': async (url, signal) => {
    const init = { method: 'POST', headers: PACKED_HEADERS, body: SWELLING, signal };
    await (await fetch(`${url}/graphql`, init)).arrayBuffer();
  },
  'bodies without end': async (url, signal) => {
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    await holding(url, [head, packed.subarray(0, packed.length - 12)], 100, signal);
  },
};

async function isAnsweredOrNot(address: string, signal: AbortSignal): Promise<void> {
  await (await fetch(address, { signal })).arrayBuffer();
}

/** Sends over so many connections and reads nothing, for a second. */
async function holding(url: string, parts: readonly (string | Buffer)[], count: number, signal: AbortSignal) {
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

/** Two at a time of each kind: more would measure how quickly this process can send. */
async function untilAborted(attack: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const go = async () => {
    while (!signal.aborted) {
      await attack().catch(() => {});
      // A refusal that comes at once is not asked for more often than this.
      await sleep(5);
    }
  };
  await Promise.all([go(), go()]);
}

function quantile(numbers: readonly number[], at: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * at))]!;
}
