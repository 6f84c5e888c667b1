import { z } from 'zod';
import { integerSetting } from '../../../src/platform/config/settings.ts';

export const notesPerMinute = integerSetting({
  name: 'notes.perMinute',
  title: 'Notes of one caller in a minute',
  description: 'How many notes one caller may write in a minute.',
  environmentVariable: 'NOTES_PER_MINUTE',
  schema: z.int().min(1).max(10_000),
  default: 60,
  permission: 'settings:manage',
});
