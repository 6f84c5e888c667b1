import { defineEntity, p } from '@mikro-orm/core';

const DemoPartSchema = defineEntity({
  name: 'DemoPart',
  properties: {
    // Name of the feature that created the content.
    name: p.string().length(64).primary(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/**
 * Records which features have created their example content in this installation. Each creates it once, so that content that
 * people delete isn't created again.
 */
export class DemoPart extends DemoPartSchema.class {}
DemoPartSchema.setClass(DemoPart);
