import type { EntityManager } from '@mikro-orm/postgresql';
import { Refusal } from '../platform/errors.ts';
import { type Bundle, formatBundle } from '../proof/bundle.ts';
import { keyHash } from '../proof/note.ts';
import { STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';
import type { LoggedEntry, TransparencyLog } from '../log/transparency-log.ts';
import type { Seal } from './seal.entity.ts';
import { SealStatusChange } from './seal-status.entity.ts';

/** A signed statement with its place in the log: a seal, or what became of one. */
export type Logged = Pick<Seal, 'statement' | 'signature' | 'keyId' | 'log' | 'logIndex'> & {
  timeStamp?: Uint8Array | null;
};

/**
 * Puts a signed statement and its place in the log together, as its holder takes them away. The same statement gives the
 * same bundle, but for a time stamp and cosignatures that come later.
 * @throws Refusal when no checkpoint covers its entry: the log was frozen before whoever asked for it was answered.
 */
export async function bundleOf(em: EntityManager, log: TransparencyLog, logged: Logged): Promise<Bundle> {
  const bundle = await publishedBundleOf(em, log, logged);
  if (bundle) return bundle;
  await log.probe();
  throw new Refusal('NOT_FOUND', 'The log ended before it had published this, so there is nothing to prove it by.');
}

/** Null when no checkpoint covers its entry. */
export async function publishedBundleOf(
  em: EntityManager,
  log: TransparencyLog,
  logged: Logged,
): Promise<Bundle | null> {
  return (await publishedBundlesOf(em, log, [logged]))[0]!;
}

/** The same of several, in their order: however many, the statements of one. */
export async function publishedBundlesOf(
  em: EntityManager,
  log: TransparencyLog,
  logged: readonly Logged[],
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

function bundleWith({ statement, signature, keyId, logIndex, timeStamp }: Logged, entry: LoggedEntry): Bundle {
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

/** A change that the log has published, with its Sigstore bundle as JSON. */
export interface PublishedChange {
  change: SealStatusChange;
  bundle: string;
}

/** What became of a seal, the oldest first. What no checkpoint covers has not come about: whoever asked was refused. */
export async function statusChangesOf(em: EntityManager, log: TransparencyLog, seal: Seal): Promise<PublishedChange[]> {
  const changes = await em.find(SealStatusChange, { seal: seal.id }, { orderBy: { log: 'asc', logIndex: 'asc' } });
  const bundles = await publishedBundlesOf(em, log, changes);
  return changes.flatMap((change, at) => {
    const bundle = bundles[at];
    return bundle ? [{ change, bundle: formatBundle(bundle) }] : [];
  });
}

function inclusionOf(logIndex: number, { checkpoint, proof }: LoggedEntry) {
  return { logIndex, rootHash: checkpoint.root, treeSize: checkpoint.size, hashes: proof, checkpoint: checkpoint.note };
}
