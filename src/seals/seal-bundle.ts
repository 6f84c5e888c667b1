import type { EntityManager } from '@mikro-orm/postgresql';
import type { LoggedEntry, TransparencyLog } from './log/transparency-log.ts';
import { type Bundle, formatBundle } from './proof/bundle.ts';
import { keyHash } from './proof/note.ts';
import { STATEMENT_MEDIA_TYPE } from './proof/statement.ts';
import type { Seal } from './seal.entity.ts';
import { SealStatusChange } from './seal-status.entity.ts';

/** A signed statement with its place in the log: a seal, or what became of one. */
export type Logged = Pick<Seal, 'statement' | 'signature' | 'keyId' | 'log' | 'logIndex'> & {
  timeStamp?: Uint8Array | null;
};

/**
 * Puts a signed statement and its place in the log together, as its holder takes them away. The same statement gives the
 * same bundle, but for a time stamp and cosignatures that come later.
 */
export async function bundleOf(em: EntityManager, log: TransparencyLog, logged: Logged): Promise<Bundle> {
  const { statement, signature, keyId, logIndex, timeStamp } = logged;
  const entry = await log.entry(em, { log: logged.log, index: logIndex });
  if (!entry) throw new Error(`No checkpoint covers entry ${logIndex}, though it was given out.`);
  return {
    envelope: {
      payloadType: STATEMENT_MEDIA_TYPE,
      payload: Buffer.from(statement, 'utf8'),
      signatures: [{ sig: signature }],
    },
    keyId: Buffer.from(keyId, 'hex'),
    logEntry: {
      logIndex,
      logId: keyHash(entry.logKey.type, entry.logKey.name, entry.logKey.publicKey),
      canonicalizedBody: entry.body,
      inclusionProof: inclusionOf(logIndex, entry),
    },
    timeStamps: timeStamp ? [timeStamp] : [],
  };
}

/** What became of a seal, the oldest first. */
export function statusChangesOf(em: EntityManager, seal: Seal): Promise<SealStatusChange[]> {
  return em.find(SealStatusChange, { seal: seal.id }, { orderBy: { logIndex: 'asc' } });
}

/** A Sigstore bundle of each statement about what became of the seal, as JSON. */
export function statusBundlesOf(
  em: EntityManager,
  log: TransparencyLog,
  changes: readonly SealStatusChange[],
): Promise<string[]> {
  return Promise.all(changes.map(async (change) => formatBundle(await bundleOf(em, log, change))));
}

function inclusionOf(logIndex: number, { checkpoint, proof }: LoggedEntry) {
  return { logIndex, rootHash: checkpoint.root, treeSize: checkpoint.size, hashes: proof, checkpoint: checkpoint.note };
}
