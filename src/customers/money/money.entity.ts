import { defineEntity, p } from '@mikro-orm/core';

/**
 * Reserved and spent amounts of one month. `subject` is the id of a customer, or of a key’s lineage: the key and those that it
 * replaced. Only SQL functions such as `reserve_usage` and `settle_usage` change the amounts. All amounts are micros of USD.
 */
const UsagePeriodSchema = defineEntity({
  name: 'UsagePeriod',
  properties: {
    subject: p.string().primary(),
    // First day of the month, in UTC, for which the amounts are summed.
    month: p.date().primary(),
    spentMicros: p.bigint('number').defaultRaw('0'),
    // Sum of the reservations that aren’t settled yet.
    reservedMicros: p.bigint('number').defaultRaw('0'),
    // Upper bound of the total cost of ended calls whose cost is unknown. It counts towards the hard limit.
    uncertainMicros: p.bigint('number').defaultRaw('0'),
    calls: p.bigint('number').defaultRaw('0'),
    callsOfUnknownCost: p.bigint('number').defaultRaw('0'),
    callsOfEstimatedCost: p.bigint('number').defaultRaw('0'),
    inputTokens: p.bigint('number').defaultRaw('0'),
    outputTokens: p.bigint('number').defaultRaw('0'),
    // Percentage of the soft cap that was last reported by an event: 0, 80 or 100.
    softCapTold: p.smallint().default(0),
    hardLimitTold: p.smallint().default(0),
    // End of the key’s current one-minute window. Null unless the key has a limit of calls per minute.
    windowEndsAt: p.datetime(3).nullable(),
    windowCalls: p.integer().default(0),
  },
});
export class UsagePeriod extends UsagePeriodSchema.class {}
UsagePeriodSchema.setClass(UsagePeriod);

/**
 * Amount reserved for one call. The row is kept for a while after the call was settled, so that a repeated settlement doesn’t
 * count twice. A call that isn’t settled is in progress or lost.
 */
const ReservationSchema = defineEntity({
  name: 'Reservation',
  properties: {
    runId: p.string().primary(),
    accountId: p.string(),
    keyId: p.string().nullable(),
    lineageId: p.string().nullable(),
    month: p.date(),
    // Reserved amount. Null: the maximum cost of the call is unknown.
    micros: p.bigint('number').nullable(),
    note: p.json<Record<string, unknown>>(),
    reservedAt: p.datetime(3),
    // Indexed instead of a column that changes on settlement, so that settling updates the row within its page (HOT).
    expiresAt: p.datetime(3).index(),
    settledAt: p.datetime(3).nullable(),
    // Process that makes the call. An unsettled call counts as in progress while this process is alive. Null: it counts as in
    // progress until `expiresAt`.
    processId: p.string().length(64).nullable(),
    // Time at which a sweep settled the call with an unknown cost. Null again once the cost is known.
    sweptAt: p.datetime(3).nullable(),
  },
});
export class ReservationRow extends ReservationSchema.class {}
ReservationSchema.setClass(ReservationRow);
