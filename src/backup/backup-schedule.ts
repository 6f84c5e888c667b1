import type { EntityManager } from '@mikro-orm/postgresql';
import type { BackgroundWork } from '../feature.ts';
import type { Signer } from '../log/index.ts';
import { isCanceled } from '../platform/database/sqlstate.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import type { Platform } from '../platform/platform.ts';
import type { BackupConfig } from './backup.config.ts';
import type { BackupPlace } from './backup-place.ts';
import { readLastRuns } from './backup-run.sql.ts';
import { deleteOldBackups } from './kept-backups.ts';
import { openPlace } from './open-place.ts';
import { takeRecordedBackup } from './recorded-backup.ts';
import { BackupRunning } from './take-backup.ts';

/** Interval in milliseconds at which each process looks whether a backup is due. */
const LOOK_EVERY_MS = 60_000;
/** Milliseconds after which a failed backup is repeated. */
const RETRY_MS = 600_000;

/** Backs up when the last backup is old enough. Processes take turns by a lock, so that one of them does it. */
export function backupSchedule(platform: Platform, config: BackupConfig, signer: Signer): BackgroundWork {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const em = () => platform.database.orm.em.fork() as EntityManager;
  const { logger } = platform;

  async function isDue(): Promise<boolean> {
    const { ageSeconds, failedSeconds } = await readLastRuns(em());
    if (failedSeconds !== null && failedSeconds * 1_000 < RETRY_MS) return false;
    return ageSeconds === null || ageSeconds * 1_000 >= config.everyMs;
  }

  async function backUp(to: string): Promise<void> {
    const place = openPlace(to, platform.config.of(proxyConfig));
    try {
      await backUpTo(place);
    } finally {
      await place.close();
    }
  }

  async function backUpTo(place: BackupPlace): Promise<void> {
    const { name, pictures } = await takeRecordedBackup(
      {
        account: platform.sessionUrl,
        database: platform.database,
        migrationTable: platform.database.orm.config.get('migrations').tableName!,
        isCurrent: true,
        holders: platform.blobHolders(),
        store: platform.store,
        dataDir: platform.config.dataDir,
        signer,
        passphrase: config.passphrase,
        signal: stopping.signal,
      },
      place,
    );
    const deleted = await deleteOldBackups(place, config.keep, platform.clock.now());
    logger.info({ backup: name, pictures: pictures.count, newPictures: pictures.added, deleted }, 'a backup was taken');
    if (pictures.missing.length > 0) {
      logger.error(
        { backup: name, missing: pictures.missing.length },
        'the backup lacks pictures that are missing or damaged in the store; run `imprimatur integrity --only bytes`',
      );
    }
  }

  async function look(to: string): Promise<void> {
    try {
      if (await isDue()) await backUp(to);
    } catch (error) {
      if (error instanceof BackupRunning || stopping.signal.aborted || isCanceled(error)) return;
      logger.error({ err: error }, 'the backup failed and is retried later');
    }
  }

  return {
    recorded: 'the attempts to back up',
    start() {
      const { to } = config;
      if (to === null) return;
      const turn = () => {
        working = look(to).then(() => {
          if (!stopping.signal.aborted) timer = setTimeout(turn, LOOK_EVERY_MS);
        });
      };
      turn();
    },
    async stop() {
      stopping.abort(new Error('The process is stopping.'));
      clearTimeout(timer);
      await working;
    },
  };
}
