import type { EntityManager } from '@mikro-orm/postgresql';
import type { BackupPlace } from './backup-place.ts';
import { insertRun } from './backup-run.sql.ts';
import { type BackupReport, BackupRunning, type BackupSource, takeBackup } from './take-backup.ts';

/** Takes a backup and records the attempt, also if it failed. Another running backup isn't a failed attempt. */
export async function takeRecordedBackup(source: BackupSource, place: BackupPlace): Promise<BackupReport> {
  const begin = performance.now();
  const durationMs = () => Math.round(performance.now() - begin);
  const em = () => source.database.orm.em.fork() as EntityManager;
  try {
    const report = await takeBackup(source, place);
    const { name, byteSize, pictures } = report;
    // An earlier release's database has no table for the attempts.
    if (source.isCurrent) {
      await insertRun(em(), { name, failure: null, durationMs: durationMs(), byteSize, pictures: pictures.count });
    }
    return report;
  } catch (error) {
    if (source.isCurrent && !(error instanceof BackupRunning) && !source.signal.aborted) {
      const failure = (error as Error).message.slice(0, 1_000);
      const failed = { name: null, failure, durationMs: durationMs(), byteSize: null, pictures: null };
      // The database can be what failed. The error itself says so.
      await insertRun(em(), failed).catch(() => {});
    }
    throw error;
  }
}
