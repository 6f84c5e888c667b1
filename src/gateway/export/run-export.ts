import type { EntityManager } from '@mikro-orm/postgresql';
import { type ChainApi, ChainKind, exportLines } from '../../chain/index.ts';
import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';
import type { ExportLine } from '../../proof/chain-export.ts';
import type { RunFilter } from '../runs/run.inputs.ts';
import { Conditions } from '../runs/run.reads.ts';

/** All runs that a filter takes, as they stand in the log, with what proves that none of them was changed or left out. */
export function exportRuns(
  chain: ChainApi,
  ctx: Context,
  { filter, issuer }: { filter: RunFilter; issuer: string },
): AsyncGenerator<ExportLine> {
  const { conditions, values } = new Conditions().given(filter);
  const asked = conditions.length > 0 ? conditions.join(' and ') : 'true';
  return exportLines(chain, ctx, {
    kind: ChainKind.RUN,
    filter: JSON.parse(JSON.stringify(filter)),
    ...idsOf(filter),
    issuer,
    async choose(em, ids) {
      const rows = await sql<{ id: string; isAsked: boolean | null }>(
        em as EntityManager,
        `select run.id, ${asked} as "isAsked" from run where run.id = any($${values.length + 1})`,
        [...values, ids],
      );
      return new Map(rows.map(({ id, isAsked }) => [id, isAsked === true]));
    },
  });
}

/** An id holds the time at which its run began. */
function idsOf({ startedFrom, startedBefore }: RunFilter): { fromId: string | null; untilId: string | null } {
  return {
    fromId: startedFrom ? firstIdAt(startedFrom) : null,
    untilId: startedBefore ? firstIdAt(startedBefore) : null,
  };
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The first id that a run could have been given then: as `first_id_at` of the database. */
function firstIdAt(at: Date): string {
  let milliseconds = BigInt(Math.max(0, at.getTime()));
  let text = '';
  for (let digit = 0; digit < 10; digit++) {
    text = DIGITS[Number(milliseconds & 31n)]! + text;
    milliseconds >>= 5n;
  }
  return `run_${text}${'0'.repeat(16)}`;
}
