import { defineEntity, p } from '@mikro-orm/core';

const LetGoMonthSchema = defineEntity({
  name: 'LetGoMonth',
  tableName: 'run_month_let_go',
  properties: {
    // In UTC, e.g. `2026-11`.
    month: p.string().length(7).primary(),
    customerId: p.string().primary(),
    runs: p.integer(),
    chargedMicros: p.bigint('number'),
  },
});

/** What the runs of a month that is not kept any more came to, so that the books can be held against the log for ever. */
export class PurgedMonth extends LetGoMonthSchema.class {}
LetGoMonthSchema.setClass(PurgedMonth);
