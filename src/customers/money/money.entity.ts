import { defineEntity, p } from '@mikro-orm/core';

/**
 * What was set aside and spent in one month of one customer, or of one lineage of keys: `subject` is the id of either. Changed by
 * `reserve_usage` and `settle_usage` alone, which stand in the migration. All amounts are micros of USD.
 */
const UsagePeriodSchema = defineEntity({
  name: 'UsagePeriod',
  properties: {
    subject: p.string().primary(),
    // The first day of the month, in UTC.
    month: p.date().primary(),
    spentMicros: p.bigint('number').defaultRaw('0'),
    // The sum of the reservations that are not settled.
    reservedMicros: p.bigint('number').defaultRaw('0'),
    // The most that those calls can have cost whose cost nobody knows. A hard limit counts it.
    uncertainMicros: p.bigint('number').defaultRaw('0'),
    calls: p.bigint('number').defaultRaw('0'),
    callsOfUnknownCost: p.bigint('number').defaultRaw('0'),
    callsOfEstimatedCost: p.bigint('number').defaultRaw('0'),
    inputTokens: p.bigint('number').defaultRaw('0'),
    outputTokens: p.bigint('number').defaultRaw('0'),
    // Percent of the cap that have been told of: 0, 80 or 100.
    softCapTold: p.smallint().default(0),
    hardLimitTold: p.smallint().default(0),
    // Of a key with a limit per minute.
    windowEndsAt: p.datetime(3).nullable(),
    windowCalls: p.integer().default(0),
  },
});
export class UsagePeriod extends UsagePeriodSchema.class {}
UsagePeriodSchema.setClass(UsagePeriod);

/**
 * Money set aside for one call, and for a while after it that the call was settled, so that it is counted once however often
 * that is asked for. What is neither settled nor expired is a call under way.
 */
const ReservationSchema = defineEntity({
  name: 'Reservation',
  properties: {
    runId: p.string().primary(),
    accountId: p.string(),
    keyId: p.string().nullable(),
    lineageId: p.string().nullable(),
    month: p.date(),
    // Null: nobody knows what it can cost.
    micros: p.bigint('number').nullable(),
    note: p.json<Record<string, unknown>>(),
    reservedAt: p.datetime(3),
    // By no column that changes when it is settled: then the row is changed within its page and no index has to hear of it.
    expiresAt: p.datetime(3).index(),
    settledAt: p.datetime(3).nullable(),
    // Process whose counter shows that the call is under way. Null: the end of its time decides.
    processId: p.string().length(64).nullable(),
    // Time at which it was settled with an unknown cost. Null again once the cost is known.
    sweptAt: p.datetime(3).nullable(),
  },
});
export class ReservationRow extends ReservationSchema.class {}
ReservationSchema.setClass(ReservationRow);
