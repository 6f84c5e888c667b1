import type { EntityManager } from '@mikro-orm/postgresql';
import { CompactRange, leafHash } from '../proof/merkle.ts';
import { parseVerifierKey, type VerifierKey } from '../proof/note.ts';
import { signGenesis } from './genesis.ts';
import type { Signer } from './keys/signer.ts';
import { insertFirstEntry } from './log-entry.sql.ts';
import { insertState, readLogs } from './log-state.sql.ts';

/** A current or earlier log. Entries are only added to the one with the highest number. */
export interface KnownLog {
  log: number;
  /** Name and public key of the log. */
  key: VerifierKey;
  openedAt: Date;
  /** The log's description of itself, which is its first entry: a DSSE envelope, as JSON. */
  genesis: string;
  /**
   * The log's last checkpoint, as stated by the log that replaced it. Null for the current log, and for a log without a
   * checkpoint.
   */
  last: string | null;
}

export interface NewLog {
  log: number;
  key: VerifierKey;
  /** Signs the first entry of the log. */
  signer: Signer;
  openedAt: Date;
  /** The last checkpoint of the log that the new one replaces. Null if no log is replaced, or if that log had no checkpoint. */
  follows: string | null;
}

/** All logs, oldest first. */
export async function knownLogs(em: EntityManager): Promise<KnownLog[]> {
  const rows = await readLogs(em);
  const stated = rows.map(({ genesis }) => statedIn(genesis));
  return rows.map(({ log, genesis, openedAt }, at) => ({
    log,
    key: parseVerifierKey(stated[at]!.logKey),
    openedAt,
    genesis,
    last: stated[at + 1]?.follows ?? null,
  }));
}

/** Creates a log with its first entry, in the transaction of `em`. */
export async function openLog(em: EntityManager, { log, key, signer, openedAt, follows }: NewLog): Promise<KnownLog> {
  const { body, envelope } = await signGenesis(signer, { origin: key.name, logKey: key, openedAt, follows });
  const range = new CompactRange();
  range.append(leafHash(body));
  const root = Buffer.from(range.root());
  await insertFirstEntry(em, { log, key: `genesis ${log}`, body: Buffer.from(body), leafHash: root });
  await insertState(em, { log, origin: key.name, edge: root, genesis: envelope, openedAt });
  return { log, key, openedAt, genesis: envelope, last: null };
}

/** Verifier key of a log, as its first entry states it. */
export const verifierKeyIn = (genesis: string): string => statedIn(genesis).logKey;

function statedIn(genesis: string): { logKey: string; follows: string | null } {
  const { payload } = JSON.parse(genesis) as { payload: string };
  return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
}
