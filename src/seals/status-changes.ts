import type { EntityManager } from '@mikro-orm/postgresql';
import { publishedBundlesOf, type TransparencyLog } from '../log/index.ts';
import { formatBundle } from '../proof/bundle.ts';
import type { Seal } from './seal.entity.ts';
import { SealStatusChange } from './seal-status.entity.ts';

/** A status change that a published checkpoint covers, and its Sigstore bundle as JSON. */
export interface PublishedStatusChange {
  change: SealStatusChange;
  bundle: string;
}

/**
 * Published status changes of a seal, oldest first. A change that no checkpoint covers is left out, because its caller got an
 * error.
 */
export async function statusChangesOf(
  em: EntityManager,
  log: TransparencyLog,
  seal: Seal,
): Promise<PublishedStatusChange[]> {
  const changes = await em.find(SealStatusChange, { seal: seal.id }, { orderBy: { log: 'asc', logIndex: 'asc' } });
  const bundles = await publishedBundlesOf(em, log, changes);
  return changes.flatMap((change, at) => {
    const bundle = bundles[at];
    return bundle ? [{ change, bundle: formatBundle(bundle) }] : [];
  });
}
