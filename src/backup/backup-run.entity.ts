import { defineEntity, p } from '@mikro-orm/core';

const BackupRunSchema = defineEntity({
  name: 'BackupRun',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    // End of the attempt, by the clock of the database.
    endedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Name of the backup. Null if the attempt failed.
    name: p.string().length(64).nullable(),
    // Why the attempt failed. Null if it didn't.
    failure: p.text().nullable(),
    durationMs: p.bigint('number'),
    byteSize: p.bigint('number').nullable(),
    pictures: p.bigint('number').nullable(),
  },
});

/** An attempt to back up that has ended. */
export class BackupRun extends BackupRunSchema.class {}
BackupRunSchema.setClass(BackupRun);
