import { z } from 'zod';
import { integerSetting } from '../platform/config/settings.ts';

export const redactedTextsPerMinute = integerSetting({
  name: 'redaction.textsPerMinute',
  title: 'Redacted texts per caller and minute',
  description:
    'Maximum number of texts redacted or restored per minute for a customer, or a network address without a credential.',
  environmentVariable: 'REDACTED_TEXTS_PER_MINUTE',
  schema: z.int().min(1).max(1_000_000),
  default: 120,
  permission: 'settings:manage',
});
