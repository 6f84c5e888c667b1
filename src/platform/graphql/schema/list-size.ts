import {
  type GraphQLField,
  type GraphQLInterfaceType,
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

/**
 * Says how many things a list has at the most, where no argument says how many are wanted: the cost of an operation counts
 * it as so many. It has to be true: whoever fills the list keeps to it.
 */
export function AtMost(most: number | (() => number)): MethodDecorator & PropertyDecorator {
  return Extensions({ atMost: most });
}

type Field = GraphQLField<unknown, unknown>;

/** How many things a list may have: null for one whose page size is an argument, or the connection's around it. */
export function mostOf(field: Field): number | null {
  const { atMost } = field.extensions as { atMost?: number | (() => number) };
  return (typeof atMost === 'function' ? atMost() : atMost) ?? null;
}

/** Whether an argument says how many of the things below are wanted. */
export function takesPage(field: Field): boolean {
  return field.args.some(({ name }) => name === 'first');
}

/** @throws when a list of objects does not say how many there are at the most: its cost could not be known. */
export function assertListsBounded(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (isUnbounded(type, field)) throw new Error(`${type.name}.${field.name} does not say how many: see @AtMost`);
    }
  }
}

function isUnbounded(type: GraphQLObjectType | GraphQLInterfaceType, field: Field): boolean {
  const isList = isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type));
  const isOfPage = type.getInterfaces().some(({ name }) => name === 'Connection');
  return isList && !isOfPage && !takesPage(field) && mostOf(field) === null;
}
