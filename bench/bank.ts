import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { questions } from './bank-questions.ts';
import { markStore, seedBank } from './bank-seed.ts';
import type { Bench } from './bench.ts';
import { repeatRequests, type Timing } from './repeat-requests.ts';
import { writeBack } from './seed.ts';

const FULL = { sizes: [1_000, 100_000, 1_000_000], seconds: 3 };
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK = { sizes: [1_000], seconds: 0.05 };

interface Row {
  name: string;
  callers: number;
  /** One timing per size of the bank. */
  timings: Timing[];
}

/** Sends the same requests to banks of several sizes, and shows how response times grow. Returns a Markdown table. */
export async function benchBank({ children, machine, isQuick, banks }: Bench): Promise<string> {
  const { sizes, seconds } = isQuick ? QUICK : FULL;
  const rows = new Map<string, Row>();
  for (const size of sizes) {
    const folder = path.join(banks.folder, String(size));
    const postgres = await openBank(folder, size);
    try {
      const token = randomBytes(24).toString('hex');
      const url = await children.startService({
        DATABASE_URL: postgres.url,
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_POOL_SIZE: '20',
        ADMIN_TOKEN: token,
        LOG_LEVEL: 'warn',
        // The limit of new rotations is high, because nearly every pick by one to three tags creates a rotation.
        NEW_ROTATIONS_PER_DAY: '1000000',
      });
      for (const { name, callers, ask } of await questions(url, token, postgres.url)) {
        if (!name.includes(banks.rows)) continue;
        const timing = await repeatRequests(ask, { callers, seconds });
        console.error(`${size} pictures, ${callers} at once: ${shown(timing)}  ${name}`);
        const row = rows.get(name) ?? { name, callers, timings: [] };
        row.timings.push(timing);
        rows.set(name, row);
      }
    } finally {
      await children.stop();
      await postgres.stop();
      if (banks.isRemoved) rmSync(folder, { recursive: true, force: true });
    }
  }
  return [`${machine()}; p50 / p95 in ms, and how many a second.`, table([...rows.values()], sizes)].join('\n\n');
}

/** Opens the bank of an earlier run, or builds it if it doesn't exist. */
async function openBank(folder: string, size: number): Promise<EmbeddedPostgres> {
  const isBuilt = path.join(folder, 'built');
  if (!existsSync(isBuilt)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // If root starts the benchmark, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const postgres = await openEmbeddedPostgres({ dataDir: folder, log: (line) => console.error(line) });
  if (!existsSync(isBuilt)) {
    console.error(`Building a bank of ${size} pictures in ${folder} …`);
    await seedBank(postgres.url, size);
    writeFileSync(isBuilt, new Date().toISOString());
  }
  markStore(path.join(folder, 'data/blobs'));
  await writeBack(postgres.superuserUrl);
  return postgres;
}

const shown = ({ p50Ms, p95Ms, perSecond, refused }: Timing) =>
  `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)} ms, ${perSecond.toFixed(0)}/s${refused > 0 ? `, ${refused} refused` : ''}`;

function table(rows: readonly Row[], sizes: readonly number[]): string {
  const head = ['', 'callers', ...sizes.map((size) => `${size.toLocaleString('en')} pictures`), 'growth of p50'];
  const lines = rows.map(({ name, callers, timings }) => {
    const growth = timings.at(-1)!.p50Ms / timings[0]!.p50Ms;
    return [name, String(callers), ...timings.map(shown), `${growth.toFixed(1)}×`];
  });
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
