import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Refusal } from '../platform/errors/errors.ts';
import type { Bundle } from '../proof/bundle.ts';
import { equalBytes } from '../proof/bytes.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { parseEntryBody } from '../proof/entry.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import { keyHash } from '../proof/note.ts';
import { p256KeyOf } from '../proof/public-key.ts';
import { STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';
import type { LoggedEntry, TransparencyLog } from './transparency-log.ts';

/** A signed statement with the index of its entry in the log. */
export interface LoggedStatement {
  statement: string;
  signature: Uint8Array;
  /** Hex. */
  keyId: string;
  log: number;
  logIndex: number;
  timeStamp?: Uint8Array | null;
}

/**
 * Creates the bundle of a signed statement, with the proof that the log contains it. Later bundles of the statement can have a
 * time stamp, more cosignatures, or another checkpoint with its own proof.
 * @throws LogFrozen, or Refusal NOT_FOUND if the log was closed before a checkpoint covered the entry
 */
export async function bundleOf(em: EntityManager, log: TransparencyLog, logged: LoggedStatement): Promise<Bundle> {
  const bundle = await publishedBundleOf(em, log, logged);
  if (bundle) return bundle;
  await log.probe();
  throw new Refusal('NOT_FOUND', 'The log was closed before this entry was published, so it can’t be proven.');
}

/** Creates the bundle of a signed statement. Null if no checkpoint covers its entry. */
export async function publishedBundleOf(
  em: EntityManager,
  log: TransparencyLog,
  logged: LoggedStatement,
): Promise<Bundle | null> {
  return (await publishedBundlesOf(em, log, [logged]))[0]!;
}

/** As `publishedBundleOf`, for several statements, in their order. More statements of one log don't need more queries. */
export async function publishedBundlesOf(
  em: EntityManager,
  log: TransparencyLog,
  logged: readonly LoggedStatement[],
): Promise<(Bundle | null)[]> {
  const entries = await log.entries(
    em,
    logged.map((one) => ({ log: one.log, index: one.logIndex })),
  );
  return logged.map((one, at) => {
    const entry = entries[at];
    return entry ? bundleWith(one, entry) : null;
  });
}

/**
 * Public key that signed the statement of a bundle, as SPKI, which its log entry names. Null if the entry is that of another
 * statement, or the signature is invalid.
 */
export function signingKeyOf({ envelope, logEntry }: Bundle): Uint8Array | null {
  try {
    const { paeDigest, publicKey, signature } = parseEntryBody(logEntry.canonicalizedBody);
    const signed = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
    const isSame = equalBytes(paeDigest, createHash('sha256').update(signed).digest());
    return isSame && p256KeyOf(publicKey).verifies(signed, signature) ? publicKey : null;
  } catch (error) {
    if (error instanceof MalformedProof || error instanceof MalformedInput) return null;
    throw error;
  }
}

function bundleWith({ statement, signature, keyId, logIndex, timeStamp }: LoggedStatement, entry: LoggedEntry): Bundle {
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

function inclusionOf(logIndex: number, { checkpoint, proof }: LoggedEntry) {
  return { logIndex, rootHash: checkpoint.root, treeSize: checkpoint.size, hashes: proof, checkpoint: checkpoint.note };
}
