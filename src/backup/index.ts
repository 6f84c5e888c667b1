import { defineFeature, type FeatureParts } from '../feature.ts';
import type { LogApi } from '../log/index.ts';
import { deleting, unaudited } from '../platform/upkeep/upkeep.ts';
import { backupConfig } from './backup.config.ts';
import { backupMetrics, backupProbe } from './backup-age.ts';
import { BackupRun } from './backup-run.entity.ts';
import { deleteOldRuns } from './backup-run.sql.ts';
import { backupSchedule } from './backup-schedule.ts';

export { backupConfig } from './backup.config.ts';
export { ageInWords, backupProblem } from './backup-age.ts';
export type { BackupPlace } from './backup-place.ts';
export { readLastRuns } from './backup-run.sql.ts';
export { deleteOldBackups, findBackups, isBackupName, readManifest } from './kept-backups.ts';
export { readLogMemory } from './log-memory.ts';
export { logRoots } from './log-roots.ts';
export { currentLog, ForeignCheckpoint, judgeLog, type LogVerdict, neededTrees } from './log-verdict.ts';
export type { Manifest } from './manifest.ts';
export { mergedMemory, writeLogMemory } from './merge-memory.ts';
export { openPlace } from './open-place.ts';
export { PlaceUnavailable } from './place-unavailable.ts';
export { takeRecordedBackup } from './recorded-backup.ts';
export { restoreDatabase, ServiceRunning } from './restore-database.ts';
export { restorePictures } from './restore-pictures.ts';
export { NO_DATABASE, type RestoreTarget, readTarget } from './restore-target.ts';
export { decryptSecrets, type Secrets, WrongPassphrase } from './secrets-file.ts';
export { BackupChanged, readStored } from './stored-file.ts';
export { BackupRunning } from './take-backup.ts';
export { bytesOf, isSignedBy, type Verification, verifyBackup } from './verify-backup.ts';

interface BackupDependencies {
  log: LogApi;
}

/** Number of attempts to back up that are kept: those of about a year of daily backups. */
const KEPT_RUNS = 400;

/** Feature of backups: copies of the database, the pictures and the secrets, from which an installation can be restored. */
export const backup = defineFeature({
  name: 'backup',
  entities: [BackupRun],
  tablePrivileges: { backup_run: ['INSERT', 'DELETE'] },
  config: backupConfig,
  compose(platform, { log: { signer } }: BackupDependencies): FeatureParts<object> {
    const config = platform.config.of(backupConfig);
    const { database } = platform;
    return {
      api: {},
      probes: [backupProbe(config, database)],
      metrics: backupMetrics,
      upkeep: {
        'old attempts to back up': deleting(
          unaudited('These are internal records of the service.', ({ em }) => deleteOldRuns(em, KEPT_RUNS)),
        ),
      },
      background: [backupSchedule(platform, config, signer)],
    };
  },
});
