import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

export const redactedTextsPerMinute = integerSetting({
  name: 'redaction.textsPerMinute',
  title: 'Redacted texts per caller and minute',
  description:
    'Maximum number of texts redacted or restored per caller and minute. Callers without a credential are counted by network address. Callers with the permission `texts:unmetered` are exempt.',
  environmentVariable: 'REDACTED_TEXTS_PER_MINUTE',
  schema: z.int().min(1).max(1_000_000),
  default: 120,
  permission: 'settings:manage',
});
