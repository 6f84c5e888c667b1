import { z } from 'zod';
import { configFragment, optional } from '../../../src/platform/config/config.ts';

export const noteConfig = configFragment(
  z.object({ NOTE_MAX_LENGTH: optional(z.coerce.number().int().min(1)).default(200) }),
  (given) => ({ maxLength: given.NOTE_MAX_LENGTH }),
);
