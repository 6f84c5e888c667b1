import { defineEntity, p } from '@mikro-orm/core';

const PurgedMonthSchema = defineEntity({
  name: 'PurgedMonth',
  tableName: 'run_month_let_go',
  properties: {
    // Month in UTC, e.g. `2026-11`.
    month: p.string().length(7).primary(),
    customerId: p.string().primary(),
    runs: p.integer(),
    chargedMicros: p.bigint('number'),
  },
});

/** Sums of a month whose runs were deleted, so that the spending of customers can still be compared with their runs. */
export class PurgedMonth extends PurgedMonthSchema.class {}
PurgedMonthSchema.setClass(PurgedMonth);
