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
import { RememberedCheckpoint } from './remembered-checkpoint.ts';

export interface SuccessionOptions {
  database: Database;
  signer: Signer;
  checkpointSigner: (origin: string) => CheckpointSigner;
  /** The name of the new log. No log may ever have had it. */
  origin: string;
  dataDir: string;
  /** Takes back what stands in the earlier log beyond the last tree that it published. */
  forgetUnpublished(em: EntityManager, log: number, size: number): Promise<void>;
}

/**
 * Opens a log in the place of one that must not be written any more. Its first entry names the last checkpoint of the
 * earlier one, from outside the database if it is known there: what a restored database has lost stays visible.
 * @throws when there is no log yet, or the name was used before.
 */
export function succeedLog(options: SuccessionOptions): Promise<KnownLog> {
  const { database, signer, checkpointSigner, origin, dataDir, forgetUnpublished } = options;
  return database.transactional(async (em) => {
    await takeTurnAtLogs(em);
    const logs = await knownLogs(em);
    const last = logs.at(-1);
    if (!last) throw new Error('There is no log yet that another one could follow.');
    if (logs.some(({ key }) => key.name === origin))
      throw new Error(`There was a log ${origin} before: choose another name.`);
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

/** Nothing is written to it or published of it while its end is being set. */
async function holdStill(em: EntityManager, log: number): Promise<void> {
  await takeTurnAtPublishing(em, log);
  await lockState(em, log);
}

/**
 * A process that died between the file and the database has left a checkpoint in the file alone. It is the log's, where the
 * database still holds the tree that it is of.
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

/** Null for a checkpoint that another log left in the folder: a trust file that names it would be refused by everybody. */
function ofLog(note: string | null, { key }: KnownLog): PublishedCheckpoint | null {
  if (note === null) return null;
  try {
    return { ...openCheckpoint(note, key), note };
  } catch (error) {
    if (error instanceof NoteRefused) return null;
    throw error;
  }
}
