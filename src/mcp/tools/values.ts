import { z } from 'zod';

/** Longer ones are none. */
export const Id = z.string().meta({ minLength: 1, maxLength: 64 });

export const IdempotencyKey = z
  .string()
  .meta({ minLength: 1, maxLength: 255 })
  .optional()
  .describe(
    'Choose one for each thing that you want done. The same key with the same arguments gives the same answer.',
  );
