import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ATTACKS } from './attackers.ts';
import type { Bench } from './bench.ts';
import { EARLIER, SERVICE_SCRIPT } from './contenders.ts';
import { ownDatabase } from './own-database.ts';
import { quantile } from './quantile.ts';

const FULL = { seconds: 30, warmUpSeconds: 5, rounds: 3 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { seconds: 4, warmUpSeconds: 1, rounds: 1 };

/** Maximum response times and memory during the attacks. */
const AIM = { livezMs: 500, pickMs: 1_000, bytes: 1e9 };
const ASK_EVERY_MS = 50;

/** A service under attack, with its measurements of all rounds. */
interface AttackedService {
  name: string;
  url: string;
  quiet: AttackMeasurements;
  attacked: AttackMeasurements;
}

/**
 * Sends all known expensive requests at once, and measures ordinary requests meanwhile: `/livez`, a pick for a campaign, and
 * sealing a text. If `BENCH_EARLIER` names the build of another commit, both builds are attacked in turn, each for a part of
 * the time. Returns a Markdown table.
 */
export async function benchAttacks({ children, folder, postgres, machine, isQuick }: Bench): Promise<string> {
  const { seconds, warmUpSeconds, rounds } = isQuick ? QUICK : FULL;
  const title = machine();
  const adminToken = 'a-token-for-this-benchmark-alone';
  const scripts = { now: SERVICE_SCRIPT, ...(EARLIER && { earlier: [path.join(EARLIER, 'main.js'), 'start'] }) };
  const services: AttackedService[] = [];
  for (const [name, script] of Object.entries(scripts)) {
    const databaseUrl = await ownDatabase(postgres, `attacked_${name}`);
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: path.join(folder, name), ADMIN_TOKEN: adminToken };
    const url = await children.startService({ ...env, LOG_LEVEL: 'error', DEMO: '0', SANDBOX: '1' }, [], script);
    await givePicture(url, adminToken);
    services.push({ name, url, quiet: emptyMeasurement(), attacked: emptyMeasurement() });
  }

  for (const { url } of services) await measure(url, adminToken, warmUpSeconds, emptyMeasurement());
  const parts = services.length === 1 ? 1 : rounds;
  for (let part = 0; part < parts; part++) {
    for (const { name, url, quiet, attacked } of part % 2 === 0 ? services : services.toReversed()) {
      console.error(`${name}, without attacks …`);
      await measure(url, adminToken, seconds / parts, quiet);
      console.error(`${name}, during the attacks ${Object.keys(ATTACKS).join(', ')} …`);
      // In a separate thread, so that sending doesn't delay the measurements.
      const attacker = new Worker(new URL('./attackers.ts', import.meta.url), { workerData: { url, adminToken } });
      const ended = new Promise((resolve, reject) => attacker.once('exit', resolve).once('error', reject));
      const before = children.useOf(url).processorMs;
      const looking = setInterval(() => {
        attacked.residentBytes = Math.max(attacked.residentBytes, children.useOf(url).residentBytes);
      }, 100);
      await measure(url, adminToken, seconds / parts, attacked);
      attacked.processorMs += children.useOf(url).processorMs - before;
      clearInterval(looking);
      attacker.postMessage('end');
      await ended;
    }
  }
  const lost = new Map<AttackedService, number>();
  for (const one of services) lost.set(one, await countLost(one.url, [...one.quiet.sealed, ...one.attacked.sealed]));

  const ms = (times: readonly number[]) =>
    `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} / ${Math.max(...times).toFixed(0)}`;
  const row = (what: string, cells: (one: AttackedService) => [quiet: string, attacked: string], aim: string) =>
    `| ${what} | ${services.flatMap(cells).join(' | ')} | ${aim} |`;
  const both = (of: (measured: AttackMeasurements) => string) => (one: AttackedService) =>
    [of(one.quiet), of(one.attacked)] as [string, string];
  const heads = services.flatMap(({ name }) =>
    services.length > 1 ? [`${name}, quiet`, `${name}, attacked`] : ['quiet', 'attacked'],
  );
  const table = [
    `${title}; ${Object.keys(ATTACKS).length} attacks at once for ${seconds} s, on the same two cores.\n`,
    `| | ${heads.join(' | ')} | aim |`,
    `|---|${heads.map(() => '---:|').join('')}---:|`,
    row(
      '`/livez`, ms: p50 / p99 / max',
      both(({ livez }) => ms(livez)),
      `max ≤ ${AIM.livezMs}`,
    ),
    row(
      '`pick` by an anonymous caller, ms: p50 / p99 / max',
      both(({ pick }) => ms(pick)),
      `p99 ≤ ${AIM.pickMs}`,
    ),
    row(
      'sealing a text, ms: p50 / p99 / max',
      both(({ seal }) => ms(seal)),
      '',
    ),
    row('processor time of the process, s', ({ attacked }) => ['', (attacked.processorMs / 1_000).toFixed(1)], ''),
    row(
      'memory of the process, MB',
      ({ attacked }) => ['', (attacked.residentBytes / 1e6).toFixed(0)],
      `< ${AIM.bytes / 1e6}`,
    ),
    row(
      'seals returned, and missing afterwards',
      (one) => [`${one.quiet.sealed.length}`, `${one.attacked.sealed.length}, ${lost.get(one)} lost`],
      '0 lost',
    ),
    row(
      'unexpected responses',
      both(({ failed }) => String(failed)),
      '0',
    ),
  ];
  const [now, earlier] = services;
  if (now && earlier) {
    const ratio = (at: number) => (quantile(now.attacked.pick, at) / quantile(earlier.attacked.pick, at)).toFixed(2);
    table.push(
      `\nUnder attack, \`pick\` takes ${ratio(0.5)} times as long as with the earlier build at p50, ${ratio(0.99)} at p99.`,
    );
  }
  return table.join('\n');
}

interface AttackMeasurements {
  livez: number[];
  pick: number[];
  seal: number[];
  /** Ids of seals that were returned. */
  sealed: string[];
  failed: number;
  residentBytes: number;
  processorMs: number;
}

const emptyMeasurement = (): AttackMeasurements => ({
  livez: [],
  pick: [],
  seal: [],
  sealed: [],
  failed: 0,
  residentBytes: 0,
  processorMs: 0,
});

/** Sends ordinary requests of three kinds, each kind one after another, as an uninvolved caller would. */
async function measure(url: string, adminToken: string, seconds: number, measured: AttackMeasurements): Promise<void> {
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
      // A known caller has separate limits; the attacks use up those of anonymous callers.
      const response = await post(`${url}/api/legal/provenance-seal`, TEXT, { authorization: `Bearer ${adminToken}` });
      const { seal } = (await response.json()) as { seal?: { id: string } };
      if (seal) measured.sealed.push(seal.id);
      return response.status === 201;
    }),
  ]);
}

const TEXT = JSON.stringify({ artifact_text: 'The offer stands until Friday.', disclaimer_ack: true });

async function isAnswered(address: string): Promise<boolean> {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status === 200;
}

const post = (address: string, body: string, headers: Record<string, string>) =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

/** Uploads a PNG of 64 by 64 pixels with a tag. */
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
