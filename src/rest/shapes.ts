import { z } from 'zod';

/** Schemas shared by REST bodies. */

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const Time = z.iso.datetime();
/** A number of items, 0 or more. */
export const Count = z.int().min(0);

/** Converts an enum value to lower case, as REST writes some of them: `image` for `IMAGE`. */
export const lowerCased = <Value extends string>(value: Value) => value.toLowerCase() as Lowercase<Value>;

/** Schema of an enum in lower case. Its description uses lower case as well. */
export const lowerCasedEnum = <Value extends string>(graphEnum: z.ZodEnum<{ [each in Value]: each }>) =>
  z.literal(graphEnum.options.map(lowerCased)).meta({
    description: graphEnum.description?.replaceAll(/\b([A-Z_]+):/g, (_, value: string) => `\`${lowerCased(value)}\`:`),
  });
