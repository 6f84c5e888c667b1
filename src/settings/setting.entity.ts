import { defineEntity, p } from '@mikro-orm/core';

const SettingSchema = defineEntity({
  name: 'Setting',
  properties: {
    name: p.string().primary(),
    // One of these three, by the kind of setting; none where the environment has its place back.
    value: p.json<boolean | number | string>().nullable(),
    enveloped: p.blob().nullable(),
    digest: p.blob().nullable(),
    updatedAt: p.datetime(3),
    updatedBy: p.string(),
  },
});

/** A value set in the back office. It wins over the environment. */
export class Setting extends SettingSchema.class {}
SettingSchema.setClass(Setting);

const EarlierSecretSchema = defineEntity({
  name: 'EarlierSecret',
  tableName: 'setting_earlier_secret',
  properties: {
    setting: p.string().primary(),
    digest: p.blob().primary(),
    validUntil: p.datetime(3),
  },
});

/** A secret that another has taken the place of, and that goes on being valid for a while. */
export class EarlierSecret extends EarlierSecretSchema.class {}
EarlierSecretSchema.setClass(EarlierSecret);

const SecretUseSchema = defineEntity({
  name: 'SecretUse',
  tableName: 'setting_secret_use',
  properties: {
    setting: p.string().primary(),
    digest: p.blob().primary(),
    // To the minute.
    lastUsedAt: p.datetime(3),
  },
});

/** When a secret that others show was last shown: kept beside the secrets, as nothing of theirs changes by it. */
export class SecretUse extends SecretUseSchema.class {}
SecretUseSchema.setClass(SecretUse);

const SettingChangeSchema = defineEntity({
  name: 'SettingChange',
  properties: {
    number: p.bigint('number').primary().autoincrement(),
    setting: p.string(),
    fromOrigin: p.string().length(16),
    // Of a secret its fingerprint, never itself.
    fromValue: p.json<boolean | number | string>().nullable(),
    toOrigin: p.string().length(16),
    toValue: p.json<boolean | number | string>().nullable(),
    overlapHours: p.integer().nullable(),
    changedAt: p.datetime(3),
    changedBy: p.string(),
  },
  indexes: [{ properties: ['setting', 'number'] }],
});

/** Who changed what, when, from what and to what. Insert-only. */
export class SettingChange extends SettingChangeSchema.class {}
SettingChangeSchema.setClass(SettingChange);
