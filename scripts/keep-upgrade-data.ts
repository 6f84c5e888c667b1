/**
 * Creates `test/upgrades/RELEASE`: a data folder of a release, its proofs and its verifier. Usage: npx tsx
 * scripts/keep-upgrade-data.ts RELEASE FOLDER. FOLDER is a built checkout of the release (`git worktree add …; npm ci`). The
 * release runs on its default port, so port 4000 must be free, and all data is created through its API.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { openEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { startTimeStampAuthority } from '../test/support/time-stamp-authority.ts';
import {
  assetsOf,
  issuePartnerLinks,
  readSealStates,
  requestRenders,
  sealsOfPictures,
  sealTexts,
  sealUpload,
  setInboundSecret,
  takePicks,
  uploadPictures,
} from '../test/upgrades/support/fill.ts';
import { fillMore, hasMore } from '../test/upgrades/support/fill-more.ts';
import { keepProofs } from '../test/upgrades/support/keep-proofs.ts';
import type { Kept } from '../test/upgrades/support/kept.ts';
import { Program } from '../test/upgrades/support/program.ts';
import { dumpDatabase } from './logical-dump.ts';

const MAX_BYTES = 5_000_000;
/** Number of demo pictures to draw before the start is stopped. All sixteen would be too large. */
const DEMO_PICTURES = 2;

const [release, given] = process.argv.slice(2);
if (!release || !given) throw new Error('Pass a release and the folder in which it was built.');
const root = path.resolve(given);
const folder = path.resolve(import.meta.dirname, '../test/upgrades', release);
const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-kept-'));
chmodSync(dataDir, 0o755);
rmSync(path.join(folder, 'dump.sql.gz'), { force: true });
mkdirSync(folder, { recursive: true });

try {
  const kept = await fill();
  writeFileSync(path.join(folder, 'kept.json'), `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(path.join(folder, 'dump.sql.gz'), gzipSync(await dump(), { level: 9 }));
  pack();
  await keepProofs(release, root);
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  process.stdout.write(`${folder}: ${bytes.toLocaleString('en')} bytes\n`);
  if (bytes > MAX_BYTES) throw new Error(`That is more than ${MAX_BYTES.toLocaleString('en')}.`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function fill(): Promise<Kept> {
  await using authority = await startTimeStampAuthority({ days: 3_650 });
  const certificates = path.join(dataDir, 'tsa.pem');
  writeFileSync(certificates, authority.certificatePem + authority.caPem);
  // The sandbox is on, as in a start with the demo, because runs need it.
  const quiet = { DEMO: '0', SANDBOX: '1' };
  const stamped = { ...quiet, TSA_URL: authority.url, TSA_CERTIFICATES: certificates };
  const unstamped = { ...quiet, TSA_CERTIFICATES: certificates };

  const begun: Partial<Kept> = {};
  const seals: Kept['seals'] = [];
  {
    await using service = new Program(root, dataDir, { env: stamped });
    await service.ready();
    await uploadPictures(service);
    begun.renders = await requestRenders(service, service.secret('integrations-inbound-secret'));
    begun.partners = await issuePartnerLinks(service);
    await takePicks(service);
    seals.push(...(await sealTexts(service, 'With a time stamp')));
    await sealUpload(service);
    if (await hasMore(service)) begun.more = await fillMore(service);
    const all = [...seals, ...(await sealsOfPictures(service))];
    await service.until(async () => (await readSealStates(service, all)).every(({ isStamped }) => isStamped));
    await service.stop();
  }
  await Program.run(root, dataDir, ['rotate-seal-key']);
  const audited = path.join(dataDir, 'audited');
  {
    await using service = new Program(root, dataDir, { env: unstamped });
    await service.ready();
    seals.push(...(await sealTexts(service, 'By another key, without a time stamp')));
    begun.inboundSecret = await setInboundSecret(service);
    begun.seals = await readSealStates(service, [...seals, ...(await sealsOfPictures(service))]);
    const putAway = begun.more?.putAway.map(({ id }) => id) ?? [];
    begun.assets = (await assetsOf(service)).filter(({ id }) => !putAway.includes(id));
    await Program.run(root, dataDir, ['audit', service.url, '--state', audited]);
    await service.stop();
  }
  {
    const before = picturesIn(dataDir);
    // The default start, which draws the demo. Stopping it leaves unfinished renders and jobs.
    await using service = new Program(root, dataDir);
    await service.until(() => picturesIn(dataDir) >= before + DEMO_PICTURES);
    await service.stop();
  }
  const commit = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  return { release, commit, ...begun } as Kept;
}

/** Number of PNG files in the picture storage. */
function picturesIn(dir: string): number {
  const files = readdirSync(path.join(dir, 'blobs'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.png')).length;
}

async function dump(): Promise<string> {
  const server = await openEmbeddedPostgres({ dataDir });
  try {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return await dumpDatabase(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

/** Packs the data folder without the files and the passwords of the database, which each data folder creates itself. */
function pack(): void {
  const parts = ['blobs', 'log', 'secrets', 'audited', 'tsa.pem'];
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  const file = path.join(folder, 'data.tar.gz');
  execFileSync('tar', ['-C', dataDir, ...same, '--exclude=secrets/postgres-*', '-czf', file, ...parts]);
}
