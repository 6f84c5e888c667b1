import { defineEntity, p } from '@mikro-orm/core';

/**
 * Reserved and spent amounts of one customer or one lineage of keys in one month; `subject` is the id of either. Only
 * `reserve_usage` and `settle_usage`, defined in the migration, change it. All amounts are micros of USD.
 */
const UsagePeriodSchema = defineEntity({
  name: 'UsagePeriod',
  properties: {
    subject: p.string().primary(),
    // First day of the month, in UTC.
    month: p.date().primary(),
    spentMicros: p.bigint('number').defaultRaw('0'),
    // Sum of the reservations that aren’t settled.
    reservedMicros: p.bigint('number').defaultRaw('0'),
    // Upper bound of the total cost of the calls whose cost is unknown. It counts towards the hard limit.
    uncertainMicros: p.bigint('number').defaultRaw('0'),
    calls: p.bigint('number').defaultRaw('0'),
    callsOfUnknownCost: p.bigint('number').defaultRaw('0'),
    callsOfEstimatedCost: p.bigint('number').defaultRaw('0'),
    inputTokens: p.bigint('number').defaultRaw('0'),
    outputTokens: p.bigint('number').defaultRaw('0'),
    // Percentage of the cap that was last reported: 0, 80 or 100.
    softCapTold: p.smallint().default(0),
    hardLimitTold: p.smallint().default(0),
    // Only for keys with a limit per minute.
    windowEndsAt: p.datetime(3).nullable(),
    windowCalls: p.integer().default(0),
  },
});
export class UsagePeriod extends UsagePeriodSchema.class {}
UsagePeriodSchema.setClass(UsagePeriod);

/**
 * Amount reserved for one call. It is kept for a while after the call was settled, so that the call is counted once even if it is
 * settled again. Neither settled nor expired means in progress.
 */
const ReservationSchema = defineEntity({
  name: 'Reservation',
  properties: {
    runId: p.string().primary(),
    accountId: p.string(),
    keyId: p.string().nullable(),
    lineageId: p.string().nullable(),
    month: p.date(),
    // Null: the cost is unknown.
    micros: p.bigint('number').nullable(),
    note: p.json<Record<string, unknown>>(),
    reservedAt: p.datetime(3),
    // Not indexed by a column that changes on settlement, so that the update stays within its page (HOT).
    expiresAt: p.datetime(3).index(),
    settledAt: p.datetime(3).nullable(),
    // Process whose counter shows that the call is in progress. Null: the end of its time decides.
    processId: p.string().length(64).nullable(),
    // Time at which it was settled with an unknown cost. Null again once the cost is known.
    sweptAt: p.datetime(3).nullable(),
  },
});
export class ReservationRow extends ReservationSchema.class {}
ReservationSchema.setClass(ReservationRow);
