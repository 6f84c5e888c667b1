import { registerEnumType } from 'type-graphql';

/**
 * Declares a GraphQL enum.
 * @param values each with its description; null for a value whose name says everything
 * @returns each value under its own name, for `@Field`, `p.enum` and comparisons
 */
export function graphEnum<const Values extends Readonly<Record<string, string | null>>>(
  name: string,
  description: string,
  values: Values,
): { readonly [Value in keyof Values & string]: Value } {
  const named = Object.fromEntries(Object.keys(values).map((value) => [value, value]));
  describeEnum(named, name, description, values);
  return named as { [Value in keyof Values & string]: Value };
}

/** Declares existing values as a GraphQL enum, for instance those that browser code uses too. */
export function describeEnum<Values extends Readonly<Record<string, string>>>(
  values: Values,
  name: string,
  description: string,
  descriptions: { readonly [Value in keyof Values]?: string | null } = {},
): void {
  const described = Object.entries<string | null | undefined>(descriptions).filter(([, text]) => text);
  const valuesConfig = Object.fromEntries(described.map(([value, text]) => [value, { description: text }]));
  registerEnumType(values, {
    name,
    description,
    valuesConfig: valuesConfig as Partial<Record<keyof Values, { description: string }>>,
  });
}
