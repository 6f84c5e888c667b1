import { createHash, generateKeyPairSync, type KeyObject, randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { databaseOptions } from '../src/app.ts';
import { LocalSigner, SEAL_KEY } from '../src/log/keys/signer.ts';
import { LocalCheckpointSigner } from '../src/log/log-key.ts';
import { LogReads } from '../src/log/log-reads.ts';
import { LogTree } from '../src/log/log-tree.ts';
import { TransparencyLog } from '../src/log/transparency-log.ts';
import { Database } from '../src/platform/database/database.ts';
import { entryBody } from '../src/proof/entry.ts';
import { leafHash, rootOver, verifyInclusion } from '../src/proof/merkle.ts';
import type { Bench } from './bench.ts';
import { repeat, type Speed } from './load.ts';
import { markdownTable } from './markdown-table.ts';

const FULL = { seconds: 10, connections: 128, pageConnections: 16, entries: 1_000_000, proofs: 300 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { seconds: 2, connections: 32, pageConnections: 4, entries: 3_000, proofs: 30 };

const TEXT = { artifact_text: 'The offer stands until Friday, at the price we named.', disclaimer_ack: true };

/**
 * Measures sealing over HTTP with fsync on: with an empty log and with a million entries, by one process and by two. Also
 * measures proofs. Returns a Markdown table.
 */
export async function benchSeals({ children, folder, postgres, machine, isQuick }: Bench): Promise<string> {
  const plan = isQuick ? QUICK : FULL;
  const title = machine();
  const keys = {
    SEAL_PRIVATE_KEY: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    LOG_PRIVATE_KEY: pemOf(generateKeyPairSync('ed25519')),
  };
  const env = {
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'warn',
    SEALS_PER_MINUTE: '1000000',
    SEALS_PER_DAY: '100000000',
    // Processes that share a database must share its secrets.
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DECISION_PRIVATE_KEY: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    ...keys,
  };
  const start = (name: string) => children.startService({ ...env, DATA_DIR: path.join(folder, name) });
  const seal = (url: string, connections: number, seconds = plan.seconds) =>
    repeat({ name: 'sealing', url: `${url}/api/legal/provenance-seal`, connections, seconds, body: TEXT });

  const one = await start('one');
  await seal(one, plan.connections, 2); // warm
  console.error('Sealing into a nearly empty log …');
  const empty = await seal(one, plan.connections);
  const alone = await seal(one, 1, Math.ceil(plan.seconds / 3));
  const page = await measurePage(one, plan.pageConnections, Math.ceil(plan.seconds / 2));

  console.error(`Filling the log up to ${plan.entries} entries …`);
  const database = await Database.open(databaseOptions({ databaseUrl: postgres.url, poolSize: 4 }));
  await fill(database, keys, path.join(folder, 'one'), plan.entries);
  console.error('Sealing into the full log …');
  const full = await seal(one, plan.connections);
  const proof = await measureProofs(database, plan.proofs);
  await database.close();

  const other = await start('other');
  await seal(other, plan.connections, 1);
  console.error('Sealing by two processes at once …');
  const both = await Promise.all([seal(one, plan.connections / 2), seal(other, plan.connections / 2)]);
  await assertWhole(postgres.url);

  const rows: string[][] = [
    row(`one process, ${plan.connections} callers, empty log`, empty, '≥ 1000, p99 < 250'),
    row(`the same at ${plan.entries.toLocaleString('en')} entries`, full, 'flat'),
    row(`two processes, ${plan.connections / 2} callers each, at once: no hole, no double`, sum(both), ''),
    row('one caller', alone, ''),
    row(`the page of one seal, ${plan.pageConnections} readers`, page, ''),
    ['inclusion proof, read and verified', '', proof.p50Ms.toFixed(1), proof.p99Ms.toFixed(1), 'p50 < 10'],
    ['*Tessera, POSIX, NVMe, 7 cores (published)*', '10000', '', '', ''],
    ['*Tessera, GCP with Spanner at 100 PU (published)*', '> 3000', '', '', ''],
    ['*Rekor v2, its own load test passes below (published)*', '', '', 'p95 < 10000', ''],
  ];
  const head = ['what', 'per second', 'p50 ms', 'p99 ms', 'aim'];
  return `${title}; PostgreSQL with fsync on, load from the same cores.\n\n${markdownTable(head, rows)}\n\nAt ${plan.entries.toLocaleString('en')} entries sealing runs at ${(full.requestsPerSecond / empty.requestsPerSecond).toFixed(2)} of its speed at the start.`;
}

function row(what: string, { requestsPerSecond, p50Ms, p99Ms }: Speed, aim: string): string[] {
  return [what, requestsPerSecond.toFixed(0), p50Ms.toFixed(0), p99Ms.toFixed(0), aim];
}

/** Measures the public page of one seal. Each request reads and verifies everything on the page. */
async function measurePage(url: string, connections: number, seconds: number): Promise<Speed> {
  const headers = { 'content-type': 'application/json' };
  const sealed = await fetch(`${url}/api/legal/provenance-seal`, {
    method: 'POST',
    headers,
    body: JSON.stringify(TEXT),
  });
  const { seal } = (await sealed.json()) as { seal: { id: string } };
  const load = {
    name: 'the page of a seal',
    url: `${url}/v/${seal.id}`,
    connections,
    headers: { Accept: 'text/html' },
  };
  await repeat({ ...load, seconds: 2 }); // warm
  return repeat({ ...load, seconds });
}

function sum(both: Speed[]): Speed {
  return {
    requestsPerSecond: both.reduce((total, { requestsPerSecond }) => total + requestsPerSecond, 0),
    p50Ms: Math.max(...both.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...both.map(({ p99Ms }) => p99Ms)),
  };
}

/** Appends entries like those of seals through the log itself, so that tiles and checkpoints are created, too. */
async function fill(
  database: Database,
  keys: { SEAL_PRIVATE_KEY: string; LOG_PRIVATE_KEY: string },
  dataDir: string,
  entries: number,
): Promise<void> {
  const signer = new LocalSigner(keys.SEAL_PRIVATE_KEY, SEAL_KEY);
  const log = new TransparencyLog({
    database,
    signer,
    checkpointSigner: (origin) => new LocalCheckpointSigner(origin, keys.LOG_PRIVATE_KEY),
    origin: 'log1.localhost',
    dataDir,
    clock: { now: () => new Date() },
  });
  const signature = await signer.sign(Buffer.from('the same for all: nobody verifies these'));
  const { size } = await log.published(database.orm.em.fork());
  let left = entries - size;
  const writer = async () => {
    while (left > 0) {
      left -= 1;
      const paeDigest = createHash('sha256').update(randomBytes(16)).digest();
      const body = entryBody({ paeDigest, signature, publicKey: signer.publicKey });
      await log.append({ key: `fill ${randomBytes(12).toString('hex')}`, body });
    }
  };
  await Promise.all(Array.from({ length: 2_048 }, writer));
  await log.close();
}

/** Proves random entries against the newest checkpoint. Each proof is read from the database and verified. */
async function measureProofs(database: Database, count: number): Promise<{ p50Ms: number; p99Ms: number }> {
  const em = database.orm.em.fork();
  const tree = new LogTree(1);
  const [state] = await em.getConnection().execute<{ size: string }[]>('select size from log_state where log = 1');
  const size = Number(state!.size);
  const root = rootOver(await tree.edge(em, size));
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const index = randomInt(size);
    const begin = performance.now();
    const reads = new LogReads(em, 1);
    const body = await reads.entry(index);
    const proof = await reads.inclusionProof(index, size);
    if (!verifyInclusion(index, size, leafHash(body!), proof, root)) throw new Error(`Entry ${index} is not proven.`);
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return { p50Ms: times[Math.floor(count / 2)]!, p99Ms: times[Math.floor(count * 0.99)]! };
}

/**
 * Checks the indexes of the log.
 * @throws if an index is missing or used twice, or if two seals have the same index
 */
async function assertWhole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select (select size from log_state) = count(*) and min(index) = 0 and max(index) = count(*) - 1 as "isWhole",
            (select count(*) = count(distinct log_index) from seal) as "isUnique"
     from log_entry`,
  );
  await client.end();
  if (!rows[0].isWhole || !rows[0].isUnique) throw new Error('The log has a gap or a duplicate index.');
}

function pemOf({ privateKey }: { privateKey: KeyObject }): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
