import type { EntityManager } from '@mikro-orm/postgresql';
import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { readOrphanIds } from './reservation.sql.ts';
import { countMonths, readNegativeMonths, readWronglyReservedMonths } from './usage-period.sql.ts';

/** Possible errors of the books. Their meanings never change. */
type MoneyFinding =
  /** The reservation was neither settled nor swept. */
  | 'RESERVATION_LEFT_OVER'
  /** A sum is below zero. */
  | 'USAGE_NEGATIVE'
  /** The reserved amount of a month isn’t the sum of its reservations. */
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
 * Checks that no reservation remains after its sweep, that no sum is below zero, and that reserved amounts are the sums of
 * reservations.
 */
export const moneyCheck: IntegrityCheck = {
  name: 'money',
  async run({ ctx, count, found }) {
    const { em } = ctx.fork();
    for (const [kind, { what, read }] of Object.entries(FAULTS)) {
      // One statement per check, so that it sees one moment.
      for (const row of await read(em)) {
        found({ kind, what: `${row} ${what}`, rows: [row], repair: null });
      }
    }
    count('months of customers', await countMonths(em));
    return true;
  },
};
