import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { DEFAULT_PAGE_SIZE } from './connection.ts';

interface ListSize {
  most: number | (() => number);
  listedBy: string | null;
}

/**
 * Declares the maximum length of a list that isn't paged. The code that fills the list must respect it. The list counts with this
 * length in the cost of an operation, and the schema publishes it.
 * @param listedBy argument with the keys of the requested elements, if the list has at most one element per key
 */
export function AtMost(most: number | (() => number), listedBy: string | null = null) {
  return Extensions({ listSize: { most, listedBy } satisfies ListSize });
}

type Field = GraphQLField<unknown, unknown>;

const listSizeOf = (field: Field) => (field.extensions as { listSize?: ListSize }).listSize;

/** Declared maximum length of a list field. Null for a paged list and for fields that aren't lists. */
export function mostOf(field: Field): number | null {
  const most = listSizeOf(field)?.most ?? null;
  return typeof most === 'function' ? most() : most;
}

/** Name of the argument whose number of keys also limits the list's length. Null if the list has no such argument. */
export function listedBy(field: Field): string | null {
  return listSizeOf(field)?.listedBy ?? null;
}

/** True if the field has an argument for the page size. */
export function takesPage(field: Field): boolean {
  return field.args.some(({ name }) => name === 'first');
}

/** Page size if the argument `first` is omitted. */
export function defaultPageSize(field: Field): number {
  const given = field.args.find(({ name }) => name === 'first')?.defaultValue;
  return typeof given === 'number' ? given : DEFAULT_PAGE_SIZE;
}

/**
 * Names of the fields that have the elements of the requested page: those of a connection, or the lists of another object. Null
 * for fields that return no page, or a list.
 */
export function elementFields(field: Field): readonly string[] | null {
  const type = getNullableType(field.type);
  if (isListType(type)) return null;
  const named = getNamedType(type);
  if (isPage(named)) return ['edges', 'nodes'];
  if (!takesPage(field) || !isObjectType(named)) return null;
  return Object.values(named.getFields()).flatMap((one) => (mostOf(one) === null ? [] : [one.name]));
}

/** True for a connection type, which contains a page of a list. */
export function isPage(type: GraphQLNamedType): boolean {
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Connection');
}

/** @throws if a list of objects has no maximum length, because the cost of an operation with it would be unknown */
export function assertListsBounded(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (isUnbounded(type, field)) throw new Error(`${type.name}.${field.name} has no maximum length. Use @AtMost.`);
    }
  }
}

function isUnbounded(type: GraphQLObjectType | GraphQLInterfaceType, field: Field): boolean {
  const isList = isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type));
  return isList && !isPage(type) && !takesPage(field) && mostOf(field) === null;
}
