import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isUnionType,
} from 'graphql';
import { REFUSALS } from './refusals.ts';

/** Describes the shape that all mutations share, for error messages. */
export const MUTATION_SHAPE =
  'A mutation takes one `input` and returns a nullable union, made by `resultOf`, of a payload and problems. See docs/adding-a-feature.md.';

/** @throws if a mutation doesn't have the shape that all mutations share */
export function assertMutationShapes(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const fault = faultOf(field, schema);
    if (fault) throw new Error(`Mutation.${field.name} ${fault}. ${MUTATION_SHAPE}`);
  }
}

function faultOf({ name, args, type }: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string | null {
  const named = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const [input] = args;
  if (args.length !== 1 || input?.name !== 'input') {
    return `takes ${args.map((one) => `\`${one.name}\``).join(', ') || 'nothing'}, and not \`input\` alone`;
  }
  if (
    !isNonNullType(input.type) ||
    !isInputObjectType(input.type.ofType) ||
    getNamedType(input.type).name !== `${named}Input`
  ) {
    return `takes an input of the type ${input.type}, and not of ${named}Input!`;
  }
  // A mutation's result must be nullable: an error that isn't a problem makes it null, and in a non-null field this would discard
  // the results of the other mutations.
  if (isNonNullType(type)) return `returns ${type}, which is never null`;
  if (!isUnionType(type) || type.name !== `${named}Result`)
    return `returns ${type} instead of the union ${named}Result`;

  const members = type.getTypes();
  const missing = REFUSALS.find((refusal) => !members.some((member) => member.name === refusal.name));
  if (missing) return `can't return ${missing.name}`;
  const payloads = members.filter((member) => !implementsOne(member, 'Problem'));
  if (payloads.length === 0) return 'has no payload';
  return payloads.map((payload) => faultOfPayload(payload)).find((fault) => fault !== null) ?? null;

  function implementsOne(member: GraphQLObjectType, name: string): boolean {
    const wanted = schema.getType(name);
    return isInterfaceType(wanted) && member.getInterfaces().includes(wanted);
  }

  function faultOfPayload(payload: GraphQLObjectType): string | null {
    if (implementsOne(payload, 'Node')) return `returns ${payload} itself instead of a payload that holds it`;
    // Fields with changed objects must be nullable: if the object can't be read, only its field becomes null. Otherwise a token
    // in the same payload, which is returned only once, would be lost.
    const strict = Object.values(payload.getFields()).find(
      (field) => isNonNullType(field.type) && isCompositeType(getNamedType(field.type)),
    );
    return strict ? `returns ${payload}, whose ${strict.name} is never null` : null;
  }
}
