import type { Clock } from '../../platform/clock.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { openCheckpoint } from '../proof/checkpoint.ts';
import { NoteRefused } from '../proof/note.ts';
import type { Signer } from '../signer.ts';
import type { CheckpointSigner } from './log-key.ts';
import { type KnownLog, knownLogs, openLog } from './log-register.ts';
import { newestCheckpoint, type PublishedCheckpoint } from './published-checkpoints.ts';
import { RememberedCheckpoint } from './remembered-checkpoint.ts';

export interface SuccessionOptions {
  database: Database;
  signer: Signer;
  checkpointSigner: (origin: string) => CheckpointSigner;
  /** The name of the new log. No log may ever have had it. */
  origin: string;
  dataDir: string;
  clock: Clock;
}

/**
 * Opens a log in the place of one that must not be written any more. Its first entry names the last checkpoint of the
 * earlier one, from outside the database if it is known there: what a restored database has lost stays visible.
 * @throws when there is no log yet, or the name was used before.
 */
export function succeedLog(options: SuccessionOptions): Promise<KnownLog> {
  const { database, signer, checkpointSigner, origin, dataDir, clock } = options;
  return database.orm.em.fork().transactional(async (em) => {
    await sql(em, `select pg_advisory_xact_lock(hashtext('transparency log'))`);
    const logs = await knownLogs(em);
    const last = logs.at(-1);
    if (!last) throw new Error('There is no log yet that another one could follow.');
    if (logs.some(({ key }) => key.name === origin))
      throw new Error(`There was a log ${origin} before: choose another name.`);
    const kept = ofLog(new RememberedCheckpoint(dataDir, last.log).read(), last);
    const published = await newestCheckpoint(em, last.log);
    const follows = (kept && kept.size >= (published?.size ?? 0) ? kept : published)?.note ?? null;
    return openLog(em, {
      log: last.log + 1,
      key: checkpointSigner(origin).key,
      signer,
      openedAt: clock.now(),
      follows,
    });
  });
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
