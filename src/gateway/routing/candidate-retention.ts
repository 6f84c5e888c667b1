import { type Catalogue, type Retention, RetentionKind, retentionOf, retentionWithOwnKey } from '../../models/index.ts';
import type { Candidate, Decision } from './decision.ts';

/** Adds to each candidate the data that its provider would keep of the request. */
export function withRetention(
  { candidates }: Decision,
  catalogue: Catalogue,
): (Candidate & { retention: Retention | null })[] {
  return candidates.map((candidate) => ({ ...candidate, retention: retentionAt(candidate, catalogue) }));
}

function retentionAt({ deployment, credentialSource }: Candidate, { deployments }: Catalogue): Retention | null {
  if (credentialSource === 'SANDBOX') return LEAVES_NOTHING;
  const entry = deployments.find(({ id }) => id === deployment);
  if (!entry) return null;
  return credentialSource === 'CUSTOMER' ? retentionWithOwnKey(entry.provider) : retentionOf(entry);
}

/** The sandbox keeps nothing, and nothing leaves the process. */
const LEAVES_NOTHING: Retention = {
  kind: RetentionKind.NOTHING,
  days: 0,
  setting: null,
  note: null,
  source: null,
  checkedAt: null,
};
