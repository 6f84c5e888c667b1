import { z } from 'zod';

const DEFAULT_LIMIT = 20;

/** Schema of an optional text in a body. `null` means omitted. The operation checks its length. */
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
  .describe('Tags, comma separated.');

/**
 * Schema of a whole number in a query. Accepts digits only: other forms that `Number` parses (`0x10`, `1e1`, blanks) are more
 * often mistakes.
 */
const wholeNumber = (minimum: number, maximum: number) => {
  const error = `Send an integer from ${minimum} to ${maximum}.`;
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int32({ error }).min(minimum, { error }).max(maximum, { error }),
    )
    .meta({ type: 'integer', minimum, maximum });
};

/**
 * Query parameters of a paged list.
 * @param max maximum page size
 * @param items what the list has, in the plural
 */
export const listQuery = (max: number, items: string) => ({
  cursor: z.string().max(200).optional().describe('`nextCursor` of the previous page.'),
  limit: wholeNumber(1, max).default(DEFAULT_LIMIT).describe(`Maximum number of ${items} per page.`),
});

/** Query parameters of a paged list of pictures. */
export const pageQuery = (max: number) => ({
  ...listQuery(max, 'pictures'),
  tags: tagList.optional().describe('Only pictures with all of these tags, comma separated.'),
});

/** Schema of one of `values`, accepted in upper or lower case. Converts it to lower case. */
export const lowerCase = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(values))
    .meta({ enum: [...values] });

/** Schema of one of `values`, accepted in upper or lower case. Converts it to upper case. */
export const upperCase = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .toUpperCase()
    .pipe(z.enum(values))
    .meta({ enum: [...values] });
