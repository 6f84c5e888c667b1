import { defineEntity, p } from '@mikro-orm/core';

const LimitUseSchema = defineEntity({
  name: 'LimitUse',
  properties: {
    // A keyed digest of the limit and its subject: addresses aren't stored.
    key: p.blob().primary(),
    used: p.bigint('number'),
    endsAt: p.datetime(3),
  },
});

/** Amount taken in a window. The table is unlogged: after a crash of the database, counts restart. */
export class LimitUse extends LimitUseSchema.class {}
LimitUseSchema.setClass(LimitUse);
