import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ApprovalsApi } from '../../approvals/index.ts';
import type { ChainApi } from '../../chain/index.ts';
import type { CustomersApi } from '../../customers/index.ts';
import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { findHeld, findStored, noteMisdated, sumCharges } from './run.sql.ts';
import { readPurgedMonths } from './run-month.sql.ts';

/** Checks that the charges of all runs equal the spending recorded for customers, to the micro. */
export function spendCheck(customers: Pick<CustomersApi, 'spentOfAll'>): IntegrityCheck {
  return {
    name: 'spend',
    async run({ ctx, count, found }) {
      // Reads both in one snapshot, since runs end during the check.
      await ctx.fork().em.transactional(
        async (em) => {
          const within = em as EntityManager;
          const books = new Map(
            (await customers.spentOfAll(within)).map(({ accountId, spentMicros }) => [accountId, spentMicros]),
          );
          const logged = await sumCharges(within);
          const charged = new Map(logged.map(({ customerId, chargedMicros }) => [customerId, chargedMicros]));
          for (const id of new Set([...books.keys(), ...charged.keys()])) {
            const inBooks = books.get(id) ?? 0;
            const inLog = charged.get(id) ?? 0;
            if (inBooks === inLog) continue;
            found({
              kind: 'SPEND_NOT_AS_LOGGED',
              what: `By the books, ${id} has spent ${inBooks} micros; by its runs, ${inLog}.`,
              rows: [`customer ${id}`],
              repair: null,
            });
          }
          count(
            'runs',
            logged.reduce((sum, { runs }) => sum + runs, 0),
          );
        },
        { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
      );
      return true;
    },
  };
}

/** Checks that the sums of each month whose runs were deleted are those that the act of the deletion records. */
export const purgedMonthsCheck = (chain: ChainApi): IntegrityCheck => ({
  name: 'purged months',
  async run({ ctx, count, found }) {
    // Reads both in one snapshot, since a month can be deleted during the check.
    const { acts, months } = await ctx.fork().em.transactional(
      async (em) => {
        const within = em as EntityManager;
        return { acts: (await chain.acts.read(within)).acts, months: await readPurgedMonths(within) };
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    );
    const recorded = Map.groupBy(acts.retentionsOf('RUN'), ({ month }) => String(month));
    for (const month of new Set([...months.keys(), ...recorded.keys()])) {
      const { runs, chargedMicros } = months.get(month) ?? { runs: 0, chargedMicros: 0 };
      const deletions = recorded.get(month) ?? [];
      const sumOf = (member: string) => deletions.reduce((sum, act) => sum + Number(act[member]), 0);
      // Acts of releases up to 0.2.0 have no charges.
      const isSame =
        sumOf('runs') === runs && (Number.isNaN(sumOf('chargedMicros')) || sumOf('chargedMicros') === chargedMicros);
      if (isSame) continue;
      const what = `The sums of the deleted month ${month} aren’t those that the chain records: ${runs} runs and ${chargedMicros} micros, not ${sumOf('runs')} and ${sumOf('chargedMicros')}.`;
      found({ kind: 'PURGED_MONTH_CHANGED', what, rows: [`run_month_let_go ${month}`], repair: null });
    }
    count('purged months', months.size);
    return true;
  },
});

const BATCH = 1_000;

/** Checks that each held output has an approval. */
export const heldCheck = (approvals: Pick<ApprovalsApi, 'unknown'>): IntegrityCheck => ({
  name: 'held outputs',
  async run({ ctx, count, found, isOver }) {
    const fresh = ctx.fork();
    let done = 0;
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const rows = await findHeld(fresh.em, after, BATCH);
      const unknown = new Set(
        await approvals.unknown(
          fresh,
          rows.map(({ approvalId }) => approvalId),
        ),
      );
      for (const { id } of rows.filter(({ approvalId }) => unknown.has(approvalId))) {
        const what = `The output of ${id} was held, but has no approval.`;
        found({ kind: 'HELD_WITHOUT_APPROVAL', what, rows: [`run ${id}`], repair: null });
      }
      done += rows.length;
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
    count('held outputs', done);
    return true;
  },
});

const STORED_BATCH = 10_000;

/**
 * Checks that runs are stored with the month in which they started, and that each run whose id has another time is in
 * `misdated_run`.
 */
export const timeCheck: IntegrityCheck = {
  name: 'run times',
  async run({ ctx, repairs, count, found, isOver }) {
    const { em } = ctx.fork();
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const { last, count: rows, misdated } = await findStored(em, after, STORED_BATCH);
      const unnoted = misdated.filter(({ isUnnoted }) => isUnnoted).map(({ id }) => id);
      if (repairs && unnoted.length > 0) await noteMisdated(em, unnoted);
      for (const { id, startedAt, isMisplaced, isUnnoted } of misdated) {
        if (isUnnoted) {
          const what = `The run ${id} began at ${startedAt}, which isn't the time of its id, so lists by time miss it.`;
          found({
            kind: 'RUN_TIME_NOT_NOTED',
            what,
            rows: [`run ${id}`],
            repair: repairs ? 'Recorded the time, so that lists find the run.' : null,
          });
        }
        if (isMisplaced) {
          const what = `The run ${id} began at ${startedAt} and is stored with the month of its id. It is deleted with that month.`;
          found({ kind: 'RUN_IN_OTHER_MONTH', what, rows: [`run ${id}`], repair: null });
        }
      }
      count('run times', rows);
      if (last === null || rows < STORED_BATCH) return true;
      after = last;
    }
  },
};
