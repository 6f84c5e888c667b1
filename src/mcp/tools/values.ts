import { z } from 'zod';

/** Id of an object, as an argument. No valid id is longer. */
export const Id = z.string().meta({ minLength: 1, maxLength: 64 });

export const IdempotencyKey = z
  .string()
  .meta({ minLength: 1, maxLength: 255 })
  .optional()
  .describe(
    'Key for safe retries. Choose a new one for each action; the same key and arguments return the same answer.',
  );
