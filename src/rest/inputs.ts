import { z } from 'zod';

const DEFAULT_LIMIT = 20;

/** In a body, where `null` says as much as leaving it out. How long it may be is for the operation to check. */
export const optionalText = (maxLength: number, description: string) =>
  z.string().meta({ maxLength }).nullish().describe(description);

export const tagList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  )
  .describe('Comma separated.');

/** Digits only: what else `Number` would read (`0x10`, `1e1`, blanks) is a mistake more often than a number. */
const wholeNumber = (minimum: number, maximum: number) => {
  const error = `A whole number from ${minimum} to ${maximum}.`;
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int32({ error }).min(minimum, { error }).max(maximum, { error }),
    )
    .meta({ type: 'integer', minimum, maximum });
};

/** What every list takes, with `max` as its largest page. */
export const pageQuery = (max: number) => ({
  cursor: z.string().max(200).optional().describe('`nextCursor` of the page before.'),
  limit: wholeNumber(1, max).default(DEFAULT_LIMIT).describe('How many at the most.'),
  tags: tagList.optional().describe('Only what has all of these tags, comma separated.'),
});

/** One of `values`, in whatever case it is sent. */
export const lowerCase = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(values))
    .meta({ enum: [...values] });

/** One of `values`, in whatever case it is sent. */
export const upperCase = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .toUpperCase()
    .pipe(z.enum(values))
    .meta({ enum: [...values] });
