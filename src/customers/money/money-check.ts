import { sql } from '../../platform/database/database.ts';
import type { IntegrityCheck } from '../../platform/upkeep/integrity.ts';

/** What can be wrong with the books. None ever changes its meaning. */
type MoneyFinding =
  /** Nobody has settled it, and no sweep has taken it. */
  | 'RESERVATION_LEFT_OVER'
  /** A sum is below zero. */
  | 'USAGE_NEGATIVE'
  /** What a month says is set aside is not the sum of its reservations. */
  | 'USAGE_RESERVED_WRONG';

/** A sweep comes every half minute; one that was held up has had time to come. */
const SWEPT_WITHIN = `interval '5 minutes'`;

const FAULTS: Readonly<Record<MoneyFinding, { what: string; text: string }>> = {
  RESERVATION_LEFT_OVER: {
    what: 'is set aside for a call that ended without anybody telling. A process that works settles it within a minute.',
    text: `select 'reservation ' || run_id as row from reservation
           where settled_at is null and expires_at < now() - ${SWEPT_WITHIN} order by run_id limit 100`,
  },
  USAGE_NEGATIVE: {
    what: 'has a sum below zero.',
    text: `select 'usage_period ' || subject || ' ' || month as row from usage_period
           where least(spent_micros, reserved_micros, uncertain_micros, calls, calls_of_unknown_cost,
                       calls_of_estimated_cost, input_tokens, output_tokens) < 0 order by subject, month limit 100`,
  },
  USAGE_RESERVED_WRONG: {
    what: 'does not say what its reservations add up to.',
    text: `with held as (
             select subject, month, sum(micros) as micros from reservation
             cross join lateral unnest(array[account_id, lineage_id]) as subject
             where settled_at is null and subject is not null group by subject, month
           )
           select 'usage_period ' || subject || ' ' || month as row
           from usage_period full join held using (subject, month)
           where coalesce(reserved_micros, 0) <> coalesce(held.micros, 0) order by subject, month limit 100`,
  },
};

/** No reservation outlives its sweep, no sum is below zero, and what is set aside is the sum of what was. */
export const moneyCheck: IntegrityCheck = {
  name: 'money',
  async run({ ctx, count, found }) {
    const { em } = ctx.afresh();
    for (const [kind, { what, text }] of Object.entries(FAULTS)) {
      // Each is one statement, so that it sees the books as they were at one moment.
      for (const { row } of await sql<{ row: string }>(em, text)) {
        found({ kind, what: `${row} ${what}`, rows: [row], repair: null });
      }
    }
    const [{ months } = { months: 0 }] = await sql<{ months: number }>(
      em,
      'select count(*)::int as months from usage_period',
    );
    count('months of customers', months);
    return true;
  },
};
