import type { EntityManager } from '@mikro-orm/postgresql';
import { type ChainApi, exportLines } from '../../chain/index.ts';
import type { Context } from '../../platform/context.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import type { ExportLine } from '../../proof/chain-export.ts';
import type { RunFilter } from '../runs/run.inputs.ts';
import { Conditions } from '../runs/run.reads.ts';
import { findMatching } from '../runs/run.sql.ts';

/** All runs that match a filter, as recorded, with the proofs that an auditor checks. */
export async function* exportRuns(
  chain: ChainApi,
  ctx: Context,
  { filter, issuer }: { filter: RunFilter; issuer: string },
): AsyncGenerator<ExportLine> {
  const conditions = new Conditions().given(filter);
  yield* exportLines(chain, ctx, {
    kind: 'RUN',
    filter: JSON.parse(JSON.stringify(filter)),
    ...(await outsideRequests(() => conditions.idRange(ctx.database))),
    issuer,
    choose: (em, ids) => findMatching(em as EntityManager, conditions, ids),
  });
}
