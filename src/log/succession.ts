import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { equalBytes } from '../proof/bytes.ts';
import { openCheckpoint } from '../proof/checkpoint.ts';
import { rootOver } from '../proof/merkle.ts';
import { NoteRefused } from '../proof/note.ts';
import type { Signer } from './keys/signer.ts';
import { findNewestCheckpoint, insertMissingCheckpoint, type PublishedCheckpoint } from './log-checkpoint.sql.ts';
import type { CheckpointSigner } from './log-key.ts';
import { type KnownLog, knownLogs, openLog } from './log-register.ts';
import { closeLog, lockState, readSize, takeTurnAtLogs, takeTurnAtPublishing } from './log-state.sql.ts';
import { LogTree } from './log-tree.ts';
import { lostLogNames } from './next-log-name.ts';
import { RememberedCheckpoint } from './remembered-checkpoint.ts';

export interface SuccessionOptions {
  database: Database;
  signer: Signer;
  checkpointSigner: (origin: string) => CheckpointSigner;
  /** Name of the new log, which must be unused. */
  origin: string;
  dataDir: string;
  /** Deletes rows that belong to unpublished entries of the earlier log. */
  forgetUnpublished(em: EntityManager, log: number, size: number): Promise<void>;
}

/**
 * Opens a log that replaces a frozen one. Its first entry contains the last checkpoint of the earlier log: that in the file
 * outside the database, unless the database has a newer one. Entries lost by restoring the database thus stay visible.
 * @throws if no log exists yet, or the name was used before
 */
export function succeedLog(options: SuccessionOptions): Promise<KnownLog> {
  const { database, signer, checkpointSigner, origin, dataDir, forgetUnpublished } = options;
  return database.transactional(async (em) => {
    await takeTurnAtLogs(em);
    const logs = await knownLogs(em);
    const last = logs.at(-1);
    if (!last) throw new Error('No log exists yet that could be replaced.');
    if (logs.some(({ key }) => key.name === origin) || lostLogNames(dataDir).includes(origin))
      throw new Error(`A log named ${origin} already exists: choose another name.`);
    await holdStill(em, last.log);
    const kept = ofLog(new RememberedCheckpoint(dataDir, last.log).read(), last);
    const published = await findNewestCheckpoint(em, last.log);
    const follows = kept && kept.size >= (published?.size ?? 0) ? kept : published;
    if (follows && follows !== published) await publishRemembered(em, last.log, follows);
    const closedSize = follows?.size ?? 0;
    await closeLog(em, last.log, closedSize);
    await forgetUnpublished(em, last.log, closedSize);
    return openLog(em, {
      log: last.log + 1,
      key: checkpointSigner(origin).key,
      signer,
      openedAt: await databaseTime(em),
      follows: follows?.note ?? null,
    });
  });
}

/** Blocks adding entries and publishing checkpoints while the log is being closed. */
async function holdStill(em: EntityManager, log: number): Promise<void> {
  await takeTurnAtPublishing(em, log);
  await lockState(em, log);
}

/**
 * Publishes a checkpoint that a process wrote to the file, but not to the database, before it died. Does so only if the database
 * still has the checkpoint's tree.
 */
async function publishRemembered(
  em: EntityManager,
  log: number,
  { size, root, note }: PublishedCheckpoint,
): Promise<void> {
  if (size > (await readSize(em, log))) return;
  if (!equalBytes(rootOver(await new LogTree(log).edge(em, size)), root)) return;
  await insertMissingCheckpoint(em, log, { size, note });
}

/**
 * The checkpoint in the file. Null if the file doesn't exist, or if another key signed the checkpoint: every verifier would
 * reject a trust file with it.
 */
function ofLog(note: string | null, { key }: KnownLog): PublishedCheckpoint | null {
  if (note === null) return null;
  try {
    return { ...openCheckpoint(note, key), note };
  } catch (error) {
    if (error instanceof NoteRefused) return null;
    throw error;
  }
}
