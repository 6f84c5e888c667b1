import type { EntityManager } from '@mikro-orm/postgresql';
import type { IntegrityCheck } from '../../platform/upkeep/integrity.ts';
import { readLeftOver } from './reservation.sql.ts';
import { countMonths, readNegativeMonths, readWronglyReservedMonths } from './usage-period.sql.ts';

/** What can be wrong with the books. None ever changes its meaning. */
type MoneyFinding =
  /** Nobody has settled it, and no sweep has taken it. */
  | 'RESERVATION_LEFT_OVER'
  /** A sum is below zero. */
  | 'USAGE_NEGATIVE'
  /** What a month says is set aside is not the sum of its reservations. */
  | 'USAGE_RESERVED_WRONG';

const FAULTS: Readonly<Record<MoneyFinding, { what: string; read: (em: EntityManager) => Promise<string[]> }>> = {
  RESERVATION_LEFT_OVER: {
    what: 'is set aside for a call that ended without anybody telling. A process that works settles it within a minute.',
    read: readLeftOver,
  },
  USAGE_NEGATIVE: {
    what: 'has a sum below zero.',
    read: readNegativeMonths,
  },
  USAGE_RESERVED_WRONG: {
    what: 'does not say what its reservations add up to.',
    read: readWronglyReservedMonths,
  },
};

/** No reservation outlives its sweep, no sum is below zero, and what is set aside is the sum of what was. */
export const moneyCheck: IntegrityCheck = {
  name: 'money',
  async run({ ctx, count, found }) {
    const { em } = ctx.afresh();
    for (const [kind, { what, read }] of Object.entries(FAULTS)) {
      // Each is one statement, so that it sees the books as they were at one moment.
      for (const row of await read(em)) {
        found({ kind, what: `${row} ${what}`, rows: [row], repair: null });
      }
    }
    count('months of customers', await countMonths(em));
    return true;
  },
};
