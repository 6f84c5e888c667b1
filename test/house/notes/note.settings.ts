import { z } from 'zod';
import { integerSetting } from '../../../src/platform/config/settings.ts';

export const notesPerMinute = integerSetting({
  name: 'notes.perMinute',
  title: 'Notes per caller and minute',
  description: 'Maximum number of notes that one caller can write per minute.',
  environmentVariable: 'NOTES_PER_MINUTE',
  schema: z.int().min(1).max(10_000),
  default: 60,
  permission: 'settings:manage',
});
