import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import type { Json } from '../support/api.ts';

type Field = GraphQLField<unknown, unknown>;

/** A place of the schema that takes an id, such as `Mutation.endSession input.sessionId`. */
export interface IdPlace {
  name: string;
  root: 'Query' | 'Mutation' | 'Subscription';
  field: Field;
  /** The arguments with this id in its place, and with what has to be there besides. */
  argumentsWith(id: string, others?: Json): Json;
}

/** Selects the ids of everything that a type leads to, so many steps away, and nothing else. Null where there is none. */
export function idsBelow(schema: GraphQLSchema, type: GraphQLNamedType, steps: number): string | null {
  if (!isObjectType(type)) {
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    const parts = members.flatMap((one) => {
      const ids = idsBelow(schema, one, steps);
      return ids === null ? [] : [`... on ${one.name} ${ids}`];
    });
    return parts.length > 0 ? `{ ${parts.join(' ')} }` : null;
  }
  const fields = Object.values(type.getFields());
  // An answer that something is not found names what was asked for.
  const own = type.getInterfaces().some(({ name }) => name === 'Node') ? ['id'] : [];
  const inner = steps === 0 ? [] : fields.flatMap((field) => selected(schema, field, steps - 1));
  const parts = [...own, ...inner];
  return parts.length > 0 ? `{ ${parts.join(' ')} }` : null;
}

function selected(schema: GraphQLSchema, field: Field, steps: number): string[] {
  // A list within a list soon costs more than one may ask for.
  const left = isList(field) && !['nodes', 'edges'].includes(field.name) ? Math.max(0, steps - 1) : steps;
  const ids = field.args.some(isRequiredArgument) ? null : idsBelow(schema, getNamedType(field.type), left);
  return ids === null ? [] : [`${field.name}${page(field)} ${ids}`];
}

export const isList = ({ type }: Field) => isListType(getNullableType(type));

/** Of a list, as much as there is of anything here. */
export const page = ({ args }: Field) => (args.some(({ name }) => name === 'first') ? '(first: 12)' : '');

/** Every id in an answer. */
export function idsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value.id === 'string' ? [value.id] : [];
  return [...own, ...Object.values(value).flatMap(idsIn)];
}

/** Every place that takes the id of something. */
export function idPlaces(schema: GraphQLSchema): IdPlace[] {
  return (['Query', 'Mutation', 'Subscription'] as const).flatMap((root) =>
    Object.values((schema.getType(root) as { getFields(): Record<string, Field> } | null)?.getFields() ?? {}).flatMap(
      (field) =>
        field.args.flatMap((argument) =>
          pathsToIds(argument.type, [argument.name]).map(
            (path): IdPlace => ({
              name: `${root}.${field.name} ${path.join('.')}`,
              root,
              field,
              argumentsWith: (id, others) => withId(field.args, path, id, others),
            }),
          ),
        ),
    ),
  );
}

function pathsToIds(type: GraphQLInputType, path: string[]): string[][] {
  const named = getNamedType(type);
  if (named.name === 'ID') return [path];
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => pathsToIds(field.type, [...path, field.name]));
}

function withId(args: readonly GraphQLArgument[], path: readonly string[], id: string, others: Json = {}): Json {
  const [name, ...rest] = path;
  const values = Object.fromEntries(
    args.filter(isRequiredArgument).map((argument) => [argument.name, madeUp(argument.type)]),
  );
  const argument = args.find((one) => one.name === name)!;
  values[name!] = placed(argument.type, rest, id, others);
  return values;
}

function placed(type: GraphQLInputType, path: readonly string[], id: string, others: Json): Json {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [placed(nullable.ofType, path, id, others)];
  if (!isInputObjectType(nullable)) return id;
  const [name, ...rest] = path;
  const field = nullable.getFields()[name!]!;
  return { ...(madeUp(nullable) as object), ...others, [name!]: placed(field.type, rest, id, {}) };
}

/** The least that fits a type. */
function madeUp(type: GraphQLInputType): Json {
  if (isNonNullType(type)) return madeUp(type.ofType);
  if (isListType(type)) return [madeUp(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, madeUp(field.type)]));
  }
  const examples: Record<string, Json> = {
    Boolean: true,
    Int: 1,
    Float: 1,
    Sha256: '0'.repeat(64),
    DateTime: '2026-11-01T00:00:00Z',
  };
  return examples[type.name] ?? 'calm sea';
}
