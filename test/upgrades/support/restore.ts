import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { restoreDatabase } from '../../../scripts/logical-dump.ts';
import { openEmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.ts';
import type { DataDir } from '../../support/service-process.ts';
import type { Kept } from './kept.ts';

export const RELEASES_FOLDER = path.resolve(import.meta.dirname, '..');

/** The releases of which something is kept. */
export const KEPT_RELEASES = readdirSync(RELEASES_FOLDER).filter((name) =>
  existsSync(path.join(RELEASES_FOLDER, name, 'kept.json')),
);

export function keptOf(release: string): Kept {
  return JSON.parse(readFileSync(path.join(RELEASES_FOLDER, release, 'kept.json'), 'utf8'));
}

export function dumpOf(release: string): string {
  return gunzipSync(readFileSync(path.join(RELEASES_FOLDER, release, 'dump.sql.gz'))).toString('utf8');
}

/** Makes the data folder as that release left it, with its embedded database. */
export async function restoreRelease(release: string, dataDir: Pick<DataDir, 'path'>): Promise<void> {
  // Touched: what a render left that was cut off is no orphan before it is a day old.
  const options = ['-C', dataDir.path, '--no-same-owner', '--touch'];
  execFileSync('tar', [...options, '-xzf', path.join(RELEASES_FOLDER, release, 'data.tar.gz')]);
  const server = await openEmbeddedPostgres({ dataDir: dataDir.path });
  try {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await restoreDatabase(client, dumpOf(release));
    await client.end();
  } finally {
    await server.stop();
  }
}
