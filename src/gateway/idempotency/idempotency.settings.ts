import { z } from 'zod';
import { integerSetting } from '../../platform/settings.ts';

export const idempotencyKeysPerDay = integerSetting({
  name: 'gateway.idempotencyKeysPerDay',
  title: 'Idempotency keys in a day',
  description: 'How many runs a caller may ask for with an idempotency key in a day. Each keeps a row for a day.',
  environmentVariable: 'IDEMPOTENCY_KEYS_PER_DAY',
  schema: z.int().min(0).max(100_000_000),
  default: 50_000,
  permission: 'settings:manage',
});

export const keptAnswerBytesPerDay = integerSetting({
  name: 'gateway.keptAnswerBytesPerDay',
  title: 'Answers kept for those keys in a day',
  description:
    'How many bytes of answers are kept for a caller in a day, to be given again for their idempotency keys.',
  environmentVariable: 'KEPT_ANSWER_BYTES_PER_DAY',
  schema: z.int().min(0).max(1_000_000_000_000),
  unit: 'BYTES',
  default: 1_000_000_000,
  permission: 'settings:manage',
});
