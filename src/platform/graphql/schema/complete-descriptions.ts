import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { wordsOfName } from '../../text/name-words.ts';

const ROOTS: Readonly<Record<string, string>> = {
  Query: 'Read operations. They change nothing.',
  Mutation: 'Write operations. Each takes one `input` and returns its payload or a problem.',
  Subscription: 'Live updates as server-sent events.',
};

/** Descriptions of scalars from `graphql-scalars`, whose own descriptions are long or don't state the range. */
const SCALARS: Readonly<Record<string, string>> = {
  DateTime: 'A date and time with a time zone (RFC 3339), such as `2026-11-29T09:30:00Z`. Returned in UTC.',
  JSON: 'Any JSON value.',
  JSONObject: 'A JSON object.',
  NonNegativeInt: 'A whole number from 0.',
  PositiveInt: 'A whole number from 1.',
  SafeInt: 'A whole number from -(2^53 - 1) to 2^53 - 1, the range that JSON numbers represent exactly.',
};

/** Descriptions of fields that have the same meaning in every type. */
const FIELDS: Readonly<Record<string, string>> = {
  'id: ID!': 'Id of the object. It never changes.',
  'createdAt: DateTime!': 'Time of creation.',
  'updatedAt: DateTime!': 'Time of the last change.',
  'expiresAt: DateTime!': 'Time of expiry.',
};

/**
 * Adds descriptions that follow from conventions of the schema, so that features don't repeat them. Replaces only descriptions
 * of library scalars.
 */
export function completeDescriptions(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isObjectType(type) || isInterfaceType(type)) {
      type.description ??= ROOTS[type.name];
      for (const field of Object.values(type.getFields())) completeField(type, field);
    } else if (isScalarType(type)) {
      type.description = SCALARS[type.name] ?? type.description;
    }
  }
}

function completeField(type: GraphQLObjectType | GraphQLInterfaceType, field: GraphQLField<unknown, unknown>): void {
  const inherited = type.getInterfaces().map((one) => one.getFields()[field.name]?.description);
  field.description ??= FIELDS[`${field.name}: ${field.type}`] ?? inherited.find(Boolean);
  for (const arg of field.args) {
    if (arg.name === 'filter')
      arg.description ??=
        'Conditions for the elements of the list. All given conditions must match. Default: no condition.';
    if (arg.name === 'id') arg.description ??= `Id of the ${wordsOfName(getNamedType(field.type).name)}.`;
  }
}
