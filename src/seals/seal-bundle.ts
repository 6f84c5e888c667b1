import type { EntityManager } from '@mikro-orm/postgresql';
import type { LoggedEntry, TransparencyLog } from './log/transparency-log.ts';
import { type Bundle, formatBundle, signedBytes } from './proof/bundle.ts';
import { keyHash } from './proof/note.ts';
import { STATEMENT_MEDIA_TYPE } from './proof/statement.ts';
import { formatTlogProof } from './proof/tlog-proof.ts';
import type { Seal } from './seal.entity.ts';
import { SealStatusChange } from './seal-status.entity.ts';

/** What a seal's holder takes away to check it without us. */
export interface SealFiles {
  /** `seal.sigstore.json`, a Sigstore bundle v0.3. */
  bundle: string;
  /** `seal.tlog-proof` of C2SP. */
  tlogProof: string;
  /** The bytes that are signed. */
  signed: Uint8Array;
  /** DER. */
  signature: Uint8Array;
  /** RFC 3161, when there is one. */
  timeStamp: Uint8Array | null;
}

/** A signed statement with its place in the log: a seal, or what became of one. */
export type Logged = Pick<Seal, 'statement' | 'signature' | 'keyId' | 'log' | 'logIndex'> & {
  timeStamp?: Uint8Array | null;
};

/**
 * Puts a seal and its place in the log together. The same seal gives the same files, but for a time stamp and cosignatures
 * that come later.
 */
export async function filesOf(em: EntityManager, log: TransparencyLog, seal: Logged): Promise<SealFiles> {
  const { bundle, entry } = await bundleOf(em, log, seal);
  return {
    bundle: formatBundle(bundle),
    tlogProof: formatTlogProof({ index: seal.logIndex, hashes: entry.proof, checkpoint: entry.checkpoint.note }),
    signed: signedBytes(bundle),
    signature: seal.signature,
    timeStamp: seal.timeStamp ?? null,
  };
}

/** A Sigstore bundle of each statement about what became of the seal, as JSON, the oldest first. */
export async function statusBundlesOf(em: EntityManager, log: TransparencyLog, seal: Seal): Promise<string[]> {
  const changes = await em.find(SealStatusChange, { seal: seal.id }, { orderBy: { logIndex: 'asc' } });
  return Promise.all(changes.map(async (change) => formatBundle((await bundleOf(em, log, change)).bundle)));
}

async function bundleOf(em: EntityManager, log: TransparencyLog, logged: Logged) {
  const entry = await log.entry(em, { log: logged.log, index: logged.logIndex });
  if (!entry) throw new Error(`No checkpoint covers entry ${logged.logIndex}, though its seal was given out.`);
  const { key } = await log.identity();
  const bundle: Bundle = {
    envelope: {
      payloadType: STATEMENT_MEDIA_TYPE,
      payload: Buffer.from(logged.statement, 'utf8'),
      signatures: [{ sig: logged.signature }],
    },
    keyId: Buffer.from(logged.keyId, 'hex'),
    logEntry: {
      logIndex: logged.logIndex,
      logId: keyHash(key.type, key.name, key.publicKey),
      canonicalizedBody: entry.body,
      inclusionProof: inclusionOf(logged.logIndex, entry),
    },
    timeStamps: logged.timeStamp ? [logged.timeStamp] : [],
  };
  return { bundle, entry };
}

function inclusionOf(logIndex: number, { checkpoint, proof }: LoggedEntry) {
  return { logIndex, rootHash: checkpoint.root, treeSize: checkpoint.size, hashes: proof, checkpoint: checkpoint.note };
}
