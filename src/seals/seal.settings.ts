import { z } from 'zod';
import { booleanSetting, integerSetting } from '../platform/settings.ts';

export const sealRenders = booleanSetting({
  name: 'seals.sealRenders',
  title: 'Seal every picture',
  description: 'Whether every rendered picture is sealed.',
  environmentVariable: 'SEAL_RENDERS',
  default: true,
  permission: 'settings:manage',
});

export const sealsPerMinute = integerSetting({
  name: 'seals.perMinute',
  title: 'Seals of one caller in a minute',
  description: 'How many texts a caller may have sealed in a minute: who is not known, and whoever is not exempt.',
  environmentVariable: 'SEALS_PER_MINUTE',
  schema: z.int().min(1).max(1_000_000),
  default: 600,
  permission: 'settings:manage',
});

export const sealsPerDay = integerSetting({
  name: 'seals.perDay',
  title: 'Seals of one caller in a day',
  description: 'How many texts such a caller may have sealed in a day.',
  environmentVariable: 'SEALS_PER_DAY',
  schema: z.int().min(1).max(100_000_000),
  default: 10_000,
  permission: 'settings:manage',
});

export const keptBytesPerHour = integerSetting({
  name: 'seals.keptBytesPerHour',
  title: 'Text kept for one caller in an hour',
  description: 'How many bytes of text such a caller may have kept in an hour.',
  environmentVariable: 'KEPT_BYTES_PER_HOUR',
  schema: z.int().min(0).max(1_000_000_000_000),
  unit: 'BYTES',
  default: 5_000_000,
  permission: 'settings:manage',
});
