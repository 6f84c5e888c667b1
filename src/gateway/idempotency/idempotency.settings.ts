import { z } from 'zod';
import { integerSetting } from '../../platform/config/settings.ts';

export const idempotencyKeysPerDay = integerSetting({
  name: 'gateway.idempotencyKeysPerDay',
  title: 'Idempotency keys per day',
  description:
    'Maximum number of runs with an idempotency key per caller and day. The database keeps one row for each key for a day.',
  environmentVariable: 'IDEMPOTENCY_KEYS_PER_DAY',
  schema: z.int().min(0).max(100_000_000),
  default: 50_000,
  permission: 'settings:manage',
});

export const keptAnswerBytesPerDay = integerSetting({
  name: 'gateway.keptAnswerBytesPerDay',
  title: 'Bytes of kept answers per day',
  description:
    'Maximum bytes of answers stored per caller and day. A repeated request with the same idempotency key gets the stored answer.',
  environmentVariable: 'KEPT_ANSWER_BYTES_PER_DAY',
  schema: z.int().min(0).max(1_000_000_000_000),
  unit: 'BYTES',
  default: 1_000_000_000,
  permission: 'settings:manage',
});
