import { defineEntity, p } from '@mikro-orm/core';

const DemoPartSchema = defineEntity({
  name: 'DemoPart',
  properties: {
    // Feature that contributes the part.
    name: p.string().length(64).primary(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Example content that this installation has received. It is created once, so that deletions by people stay. */
export class DemoPart extends DemoPartSchema.class {}
DemoPartSchema.setClass(DemoPart);
