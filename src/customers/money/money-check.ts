import type { EntityManager } from '@mikro-orm/postgresql';
import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { readOrphanIds } from './reservation.sql.ts';
import { countMonths, readNegativeMonths, readWronglyReservedMonths } from './usage-period.sql.ts';

/** Codes of findings about reserved and spent amounts. Their meanings never change. */
type MoneyFinding =
  /** A reservation was neither settled nor swept in time. */
  | 'RESERVATION_LEFT_OVER'
  /** An amount of a month is below zero. */
  | 'USAGE_NEGATIVE'
  /** The reserved amount of a month isn’t the sum of its open reservations. */
  | 'USAGE_RESERVED_WRONG';

const FAULTS: Readonly<Record<MoneyFinding, { what: string; read: (em: EntityManager) => Promise<string[]> }>> = {
  RESERVATION_LEFT_OVER: {
    what: 'belongs to a call that ended without being settled. A worker settles it within a minute.',
    read: readOrphanIds,
  },
  USAGE_NEGATIVE: {
    what: 'has a sum below zero.',
    read: readNegativeMonths,
  },
  USAGE_RESERVED_WRONG: {
    what: 'has a reserved amount that isn’t the sum of its reservations.',
    read: readWronglyReservedMonths,
  },
};

/**
 * Checks that no reservation remains after it should have been swept, that no amount is below zero, and that reserved amounts are
 * the sums of open reservations.
 */
export const moneyCheck: IntegrityCheck = {
  name: 'money',
  async run({ ctx, count, found }) {
    const { em } = ctx.fork();
    for (const [kind, { what, read }] of Object.entries(FAULTS)) {
      // Each check is one statement, so that all rows it reads are of the same time.
      for (const row of await read(em)) {
        found({ kind, what: `${row} ${what}`, rows: [row], repair: null });
      }
    }
    count('months of customers', await countMonths(em));
    return true;
  },
};
