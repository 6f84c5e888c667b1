import type { EntityManager } from '@mikro-orm/postgresql';
import { type Logged, publishedBundlesOf, type TransparencyLog } from '../../log/index.ts';
import { sql } from '../../platform/database/database.ts';
import { formatBundle } from '../../proof/bundle.ts';

/** Sigstore bundles as JSON text, by the ids of the decisions; of none that no checkpoint covers. */
export async function decisionBundles(
  em: EntityManager,
  log: TransparencyLog,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<Logged & { id: string; logIndex: unknown }>(
    em,
    `select id, statement, signature, key_id as "keyId", log, log_index as "logIndex" from decision_seal where id = any($1)`,
    [[...ids]],
  );
  const bundles = await publishedBundlesOf(
    em,
    log,
    rows.map((row) => ({ ...row, logIndex: Number(row.logIndex) })),
  );
  return new Map(
    rows.flatMap(({ id }, at) => {
      const bundle = bundles[at];
      return bundle ? [[id, formatBundle(bundle)] as const] : [];
    }),
  );
}
