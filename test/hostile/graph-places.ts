import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type Access, accessOf } from '../../src/platform/auth/access.ts';

/** Somewhere in an operation where a caller may put a value. */
export interface GraphPlace {
  kind: 'query' | 'mutation' | 'subscription';
  /** The operation, with one variable for each argument. */
  query: string;
  /** Who may use the field it begins with. */
  access: Access | undefined;
  /** Where the value goes, e.g. `Mutation.sealText input.text`. */
  name: string;
  /** The variables as JSON, with the value in its place. */
  variables(json: string): string;
}

/** A path of fields from a root to one that has arguments. */
interface FieldPath {
  kind: GraphPlace['kind'];
  fields: { parent: GraphQLNamedType; field: Field }[];
}

type Field = GraphQLField<unknown, unknown>;

/** Ids of things that are there, by the names of their arguments; so that operations get further than `not found`. */
export type KnownValues = Readonly<Record<string, unknown>>;

/** Every argument and every field of every input, of each field of the schema that has arguments, wherever that can be reached. */
export function graphPlaces(schema: GraphQLSchema, known: KnownValues): GraphPlace[] {
  return pathsTo(schema).flatMap((path) => {
    const { parent, field } = path.fields.at(-1)!;
    const query = operationOf(path);
    const access = accessOf(path.fields[0]!.field);
    const baseline = Object.fromEntries(
      variablesOf(path).map(({ variable, argument }) => [variable, usualValue(argument.type, argument.name, known)]),
    );
    return variablesOf(path)
      .filter(({ of }) => of === field)
      .flatMap(({ variable, argument }) =>
        placesIn(argument.type, [variable]).map((place): GraphPlace => {
          const name = `${parent.name}.${field.name} ${[argument.name, ...place.slice(1)].join('.')}`;
          return { kind: path.kind, query, access, name, variables: (json) => withJson(baseline, place, json) };
        }),
      );
  });
}

/** Each field with arguments once, by the shortest way to it. */
function pathsTo(schema: GraphQLSchema): FieldPath[] {
  const found = new Map<Field, FieldPath>();
  const roots = (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
    const parent = schema.getRootType(kind as never);
    return Object.values(parent?.getFields() ?? {}).map(
      (field): FieldPath => ({ kind, fields: [{ parent: parent!, field }] }),
    );
  });
  const waiting = [...roots];
  const seen = new Set<Field>();
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    const { field } = path.fields.at(-1)!;
    if (seen.has(field)) continue;
    seen.add(field);
    if (field.args.length > 0) found.set(field, path);
    for (const parent of concrete(schema, getNamedType(field.type))) {
      const fields = isObjectType(parent) || isInterfaceType(parent) ? Object.values(parent.getFields()) : [];
      for (const next of fields) waiting.push({ kind: path.kind, fields: [...path.fields, { parent, field: next }] });
    }
  }
  return [...found.values()];
}

function concrete(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLNamedType[] {
  if (isObjectType(type)) return [type];
  return isCompositeType(type) ? schema.getPossibleTypes(type) : [];
}

/** What goes into an operation as variables: what was asked for, and on the way there what has to be. */
function variablesOf({ fields }: FieldPath): { variable: string; argument: GraphQLArgument; of: Field }[] {
  return fields.flatMap(({ field }, level) =>
    field.args
      .filter(
        ({ type, defaultValue }) => level === fields.length - 1 || (isNonNullType(type) && defaultValue === undefined),
      )
      .map((argument) => ({ variable: `${argument.name}${level}`, argument, of: field })),
  );
}

function operationOf(path: FieldPath): string {
  const variables = variablesOf(path);
  const declared = variables.map(({ variable, argument }) => `$${variable}: ${argument.type}`).join(', ');
  const selection = path.fields.reduceRight((below, { parent, field }, level) => {
    const given = variables
      .filter(({ of }) => of === field)
      .map(({ variable, argument }) => `${argument.name}: $${variable}`);
    const written = `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}`;
    const selected = isCompositeType(getNamedType(field.type)) ? ` { __typename ${below} }` : '';
    return level === 0 ? `${written}${selected}` : `... on ${parent.name} { ${written}${selected} }`;
  }, '');
  return `${path.kind}${declared ? ` (${declared})` : ''} { ${selection} }`;
}

/** The argument itself, each item of a list, each field of an input, and so on down. */
function placesIn(type: GraphQLInputType, path: string[], within: readonly unknown[] = []): string[][] {
  const inner = getNullableType(type);
  if (isListType(inner)) return [path, ...placesIn(inner.ofType, [...path, '0'], within)];
  if (!isInputObjectType(inner) || within.includes(inner)) return [path];
  const fields = Object.values(inner.getFields());
  return [path, ...fields.flatMap((field) => placesIn(field.type, [...path, field.name], [...within, inner]))];
}

/** A value that does no harm. */
function usualValue(type: GraphQLInputType, name: string, known: KnownValues, isNeeded = isNonNullType(type)): unknown {
  if (!isNeeded) return undefined;
  if (Object.hasOwn(known, name)) return known[name];
  const inner = getNullableType(type);
  if (isListType(inner)) return [usualValue(inner.ofType, name, known, true)];
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).map((field): [string, unknown] => [
      field.name,
      usualValue(field.type, field.name, known, isNonNullType(field.type) && field.defaultValue === undefined),
    ]);
    return Object.fromEntries(fields);
  }
  const byName: Record<string, unknown> = { Int: 1, SafeInt: 1, Float: 1, Boolean: true };
  return byName[(inner as GraphQLNamedType).name] ?? 'sea';
}

const MARKER = 'the hostile value goes here';

/** JSON of the variables with other JSON at one place of it; what leads there is made. */
function withJson(baseline: object, [first, ...rest]: readonly string[], json: string): string {
  const variables = structuredClone(baseline) as Record<string, unknown>;
  let holder = variables;
  let key = first!;
  for (const next of rest) {
    holder[key] ??= next === '0' ? [] : {};
    holder = holder[key] as Record<string, unknown>;
    key = next;
  }
  holder[key] = MARKER;
  return JSON.stringify(variables).replace(JSON.stringify(MARKER), () => json);
}
