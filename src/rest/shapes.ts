import { z } from 'zod';

/** What the bodies of REST have in common. */

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const Time = z.iso.datetime();
/** None or more, of whatever it is. */
export const Count = z.int().min(0);

/** A value of an enum of the schema as REST writes some of them, such as `image` for `IMAGE`. */
export const lowerCased = <Value extends string>(value: Value) => value.toLowerCase() as Lowercase<Value>;

/** Shape of such values. Its description names them in lower case, too. */
export const lowerCasedEnum = <Value extends string>(graphEnum: z.ZodEnum<{ [each in Value]: each }>) =>
  z.literal(graphEnum.options.map(lowerCased)).meta({
    description: graphEnum.description?.replaceAll(/\b([A-Z_]+):/g, (_, value: string) => `\`${lowerCased(value)}\`:`),
  });
