import type { EntityManager } from '@mikro-orm/postgresql';
import { publishedBundlesOf, type TransparencyLog } from '../../log/index.ts';
import { formatBundle } from '../../proof/bundle.ts';
import { readSeals } from './decision-seal.sql.ts';

/**
 * Sigstore bundles of decisions as JSON text, by the ids of the decisions. Decisions that no checkpoint of the log covers yet are
 * left out.
 */
export async function decisionBundles(
  em: EntityManager,
  log: TransparencyLog,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const seals = await readSeals(em, ids);
  const bundles = await publishedBundlesOf(em, log, seals);
  return new Map(
    seals.flatMap(({ id }, at) => {
      const bundle = bundles[at];
      return bundle ? [[id, formatBundle(bundle)] as const] : [];
    }),
  );
}
