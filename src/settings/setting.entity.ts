import { defineEntity, p } from '@mikro-orm/core';

const SettingSchema = defineEntity({
  name: 'Setting',
  properties: {
    name: p.string().primary(),
    // Settings so far are secrets that are only ever compared: their digest is all that is kept.
    digest: p.blob(),
    updatedAt: p.datetime(3),
    updatedBy: p.string(),
  },
});

/** A value set in the back office. It wins over the environment. */
export class Setting extends SettingSchema.class {}
SettingSchema.setClass(Setting);
