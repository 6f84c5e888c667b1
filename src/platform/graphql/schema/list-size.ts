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
 * Bounds the length of a list that isn't paged. The code that fills the list must respect the bound. The cost of an operation
 * counts the list with it, and the schema publishes it.
 * @param listedBy argument with the keys of the requested elements, if the list has at most one element per key
 */
export function AtMost(most: number | (() => number), listedBy: string | null = null) {
  return Extensions({ listSize: { most, listedBy } satisfies ListSize });
}

type Field = GraphQLField<unknown, unknown>;

const listSizeOf = (field: Field) => (field.extensions as { listSize?: ListSize }).listSize;

/** Maximum length of a list. Null for a paged list and for fields that aren't lists. */
export function mostOf(field: Field): number | null {
  const most = listSizeOf(field)?.most ?? null;
  return typeof most === 'function' ? most() : most;
}

/** Argument whose keys bound the list further. Null if it has none. */
export function listedBy(field: Field): string | null {
  return listSizeOf(field)?.listedBy ?? null;
}

/** True if an argument gives the size of a page. */
export function takesPage(field: Field): boolean {
  return field.args.some(({ name }) => name === 'first');
}

/** Size of a page if no argument gives one. */
export function defaultPageSize(field: Field): number {
  const given = field.args.find(({ name }) => name === 'first')?.defaultValue;
  return typeof given === 'number' ? given : DEFAULT_PAGE_SIZE;
}

/** True for a connection, which is a page of a list. */
export function isPage(type: GraphQLNamedType): boolean {
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Connection');
}

/** @throws if a list of objects has no bound, because the cost of an operation with it would be unknown */
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
