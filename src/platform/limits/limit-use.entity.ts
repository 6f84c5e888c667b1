import { defineEntity, p } from '@mikro-orm/core';

const LimitUseSchema = defineEntity({
  name: 'LimitUse',
  properties: {
    // A keyed digest of the limit and of whom it counts: no address is ever stored.
    key: p.blob().primary(),
    used: p.bigint('number'),
    endsAt: p.datetime(3),
  },
});

/** How much was taken in a window. The table is not logged: after a crash of the database, counting begins anew. */
export class LimitUse extends LimitUseSchema.class {}
LimitUseSchema.setClass(LimitUse);
