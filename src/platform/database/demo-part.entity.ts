import { defineEntity, p } from '@mikro-orm/core';

const DemoPartSchema = defineEntity({
  name: 'DemoPart',
  properties: {
    // The feature that brings it.
    name: p.string().length(64).primary(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Example content that this installation has got. It is created once: what people delete of it stays deleted. */
export class DemoPart extends DemoPartSchema.class {}
DemoPartSchema.setClass(DemoPart);
