import { defineEntity, p } from '@mikro-orm/core';

const SettingSchema = defineEntity({
  name: 'Setting',
  properties: {
    name: p.string().primary(),
    // One of the three value columns is set, depending on the kind of setting. All are null after a reset to the environment’s
    // value.
    value: p.json<boolean | number | string>().nullable(),
    enveloped: p.blob().nullable(),
    digest: p.blob().nullable(),
    updatedAt: p.datetime(3),
    updatedBy: p.string(),
  },
});

/** Value of a setting set in the back office. It has precedence over the environment. */
export class Setting extends SettingSchema.class {}
SettingSchema.setClass(Setting);

const PreviousSecretSchema = defineEntity({
  name: 'PreviousSecret',
  tableName: 'setting_earlier_secret',
  properties: {
    setting: p.string().primary(),
    digest: p.blob().primary(),
    validUntil: p.datetime(3),
  },
});

/** Replaced secret of a setting that stays valid until a given time. */
export class PreviousSecret extends PreviousSecretSchema.class {}
PreviousSecretSchema.setClass(PreviousSecret);

const SecretUseSchema = defineEntity({
  name: 'SecretUse',
  tableName: 'setting_secret_use',
  properties: {
    setting: p.string().primary(),
    digest: p.blob().primary(),
    // Time of the last use, to the minute.
    lastUsedAt: p.datetime(3),
  },
});

/** Time when a secret that callers send was last used. A separate table, so that uses don’t write to the settings. */
export class SecretUse extends SecretUseSchema.class {}
SecretUseSchema.setClass(SecretUse);

const SettingChangeSchema = defineEntity({
  name: 'SettingChange',
  properties: {
    number: p.bigint('number').primary().autoincrement(),
    setting: p.string(),
    fromOrigin: p.string().length(16),
    // Value before and after the change. For a secret, its fingerprint.
    fromValue: p.json<boolean | number | string>().nullable(),
    toOrigin: p.string().length(16),
    toValue: p.json<boolean | number | string>().nullable(),
    overlapHours: p.integer().nullable(),
    changedAt: p.datetime(3),
    changedBy: p.string(),
  },
  indexes: [{ properties: ['setting', 'number'] }],
});

/** A recorded change of a setting. Insert-only. */
export class SettingChange extends SettingChangeSchema.class {}
SettingChangeSchema.setClass(SettingChange);
