import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { keptHome } from '../../platform/database/embedded-postgres-place.ts';
import type { Service } from '../../service.ts';
import { type DoctorFinding, fail, ok, skip, warn } from './finding.ts';

/** Minimum free bytes on a disk: one afternoon of uploads can use this much. */
const LEAST_FREE_BYTES = 200_000_000;
const AMPLE_FREE_BYTES = 2_000_000_000;
const AMPLE_FREE_SHARE = 0.05;

/**
 * Checks the free space of the data folder, of the folder for pictures, and of the embedded database if its files are outside of
 * DATA_DIR. The space of a bucket isn't known.
 */
export async function checkDisks({ dataDir, storage, databaseUrl }: Config): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const [name, folder] of [
    ['disk of DATA_DIR', dataDir],
    ['disk of the storage', 'folder' in storage ? storage.folder : null],
    ['disk of the database', databaseUrl === null ? keptHome(dataDir) : null],
  ] as const) {
    if (folder === null) continue;
    const { bavail, blocks, bsize } = await statfsAbove(folder);
    const [free, total] = [bavail * bsize, blocks * bsize];
    const detail = `${gigabytes(free)} free of ${gigabytes(total)}`;
    if (free < LEAST_FREE_BYTES)
      findings.push(fail(name, detail, 'Free up space: uploads are refused when the disk is full'));
    else if (free < AMPLE_FREE_BYTES || free < total * AMPLE_FREE_SHARE)
      findings.push(warn(name, detail, 'Free up space soon'));
    else findings.push(ok(name, detail));
  }
  return findings;
}

/**
 * Checks the picture storage: that the folder isn't a missing mount or the bucket another one, and that bytes written to it can be
 * read.
 */
export async function checkStorage({ platform, holdsBytes }: Service): Promise<DoctorFinding> {
  const { store, config } = platform;
  try {
    if ('folder' in config.storage && (await store.space()) === null && !(await holdsBytes())) {
      return skip('storage', 'not used yet: the first picture creates it');
    }
    await store.probe();
    return ok('storage', 'reading and writing works');
  } catch (error) {
    return fail('storage', (error as Error).message);
  }
}

/** File system that contains the folder, or its nearest existing parent. */
async function statfsAbove(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const above = path.dirname(folder);
    if (above === folder) throw error;
    return statfsAbove(above);
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
