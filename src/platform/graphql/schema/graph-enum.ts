import { registerEnumType } from 'type-graphql';

/**
 * Declares a GraphQL enum.
 * @param values description of each value, by its name
 * @returns each value under its own name, for `@Field`, `p.enum` and comparisons
 */
export function graphEnum<const Values extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  values: Values,
): { readonly [Value in keyof Values & string]: Value } {
  const named = Object.fromEntries(Object.keys(values).map((value) => [value, value]));
  describeEnum(named, name, description, values);
  return named as { [Value in keyof Values & string]: Value };
}

/** Declares existing values as a GraphQL enum, e.g. values that browser code uses too. */
export function describeEnum<Values extends Readonly<Record<string, string>>>(
  values: Values,
  name: string,
  description: string,
  descriptions: { readonly [Value in keyof Values]: string },
): void {
  const valuesConfig = Object.fromEntries(
    Object.entries<string>(descriptions).map(([value, text]) => [value, { description: text }]),
  );
  registerEnumType(values, {
    name,
    description,
    valuesConfig: valuesConfig as Partial<Record<keyof Values, { description: string }>>,
  });
}
