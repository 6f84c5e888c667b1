import { z } from 'zod';
import { booleanSetting, integerSetting } from '../platform/config/settings.ts';

export const sealRenders = booleanSetting({
  name: 'seals.sealRenders',
  title: 'Seal rendered pictures',
  description: 'Seal every rendered picture when it is saved to the image bank.',
  environmentVariable: 'SEAL_RENDERS',
  default: true,
  permission: 'settings:manage',
});

export const sealsPerMinute = integerSetting({
  name: 'seals.perMinute',
  title: 'Seals per caller and minute',
  description:
    'Maximum number of seals, status changes and erasures per caller and minute. Callers without a credential are counted by network address. Operators and integrations are exempt.',
  environmentVariable: 'SEALS_PER_MINUTE',
  schema: z.int().min(1).max(1_000_000),
  default: 600,
  permission: 'settings:manage',
});

export const sealsPerDay = integerSetting({
  name: 'seals.perDay',
  title: 'Seals per caller and day',
  description:
    'Maximum number of seals, status changes and erasures per caller and day. Callers without a credential are counted by network address. Operators and integrations are exempt.',
  environmentVariable: 'SEALS_PER_DAY',
  schema: z.int().min(1).max(100_000_000),
  default: 10_000,
  permission: 'settings:manage',
});

export const keptBytesPerHour = integerSetting({
  name: 'seals.keptBytesPerHour',
  title: 'Bytes of retained text per caller and hour',
  description:
    'Maximum bytes of sealed text stored (`retain`) per caller and hour. Callers without a credential are counted by network address. Operators and integrations are exempt.',
  environmentVariable: 'KEPT_BYTES_PER_HOUR',
  schema: z.int().min(0).max(1_000_000_000_000),
  unit: 'BYTES',
  default: 5_000_000,
  permission: 'settings:manage',
});
