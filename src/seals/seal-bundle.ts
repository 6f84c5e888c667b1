import type { EntityManager } from '@mikro-orm/postgresql';
import type { LoggedEntry, TransparencyLog } from './log/transparency-log.ts';
import { type Bundle, formatBundle, signedBytes } from './proof/bundle.ts';
import { keyHash } from './proof/note.ts';
import { STATEMENT_MEDIA_TYPE } from './proof/statement.ts';
import { formatTlogProof } from './proof/tlog-proof.ts';
import type { Seal } from './seal.entity.ts';

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

/**
 * Puts a seal and its place in the log together. The same seal gives the same files, but for a time stamp and cosignatures
 * that come later.
 */
export async function filesOf(em: EntityManager, log: TransparencyLog, seal: Seal): Promise<SealFiles> {
  const entry = await log.entry(em, { log: seal.log, index: seal.logIndex });
  if (!entry) throw new Error(`No checkpoint covers entry ${seal.logIndex}, though its seal was given out.`);
  const { key } = await log.identity();
  const bundle: Bundle = {
    envelope: {
      payloadType: STATEMENT_MEDIA_TYPE,
      payload: Buffer.from(seal.statement, 'utf8'),
      signatures: [{ sig: seal.signature }],
    },
    keyId: Buffer.from(seal.keyId, 'hex'),
    logEntry: {
      logIndex: seal.logIndex,
      logId: keyHash(key.type, key.name, key.publicKey),
      canonicalizedBody: entry.body,
      inclusionProof: inclusionOf(seal.logIndex, entry),
    },
    timeStamps: seal.timeStamp ? [seal.timeStamp] : [],
  };
  return {
    bundle: formatBundle(bundle),
    tlogProof: formatTlogProof({ index: seal.logIndex, hashes: entry.proof, checkpoint: entry.checkpoint.note }),
    signed: signedBytes(bundle),
    signature: seal.signature,
    timeStamp: seal.timeStamp ?? null,
  };
}

function inclusionOf(logIndex: number, { checkpoint, proof }: LoggedEntry) {
  return { logIndex, rootHash: checkpoint.root, treeSize: checkpoint.size, hashes: proof, checkpoint: checkpoint.note };
}
