import { z } from 'zod';
import { integerSetting } from '../platform/settings.ts';

export const redactedTextsPerMinute = integerSetting({
  name: 'redaction.textsPerMinute',
  title: 'Texts of one caller in a minute',
  description: 'How many texts a caller may have redacted or restored in a minute: who is not known, and customers.',
  environmentVariable: 'REDACTED_TEXTS_PER_MINUTE',
  schema: z.int().min(1).max(1_000_000),
  default: 120,
  permission: 'settings:manage',
});
