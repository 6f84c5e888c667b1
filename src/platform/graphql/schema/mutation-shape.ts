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

/** The one shape of mutations: what each promises its callers, and what it takes to keep that whatever fails. */
export const MUTATION_SHAPE =
  'A mutation takes one `input` of its own and gives a nullable union, made by `resultOf`, of a payload and problems: see docs/adding-a-feature.md.';

/** @throws when a mutation has another shape than all others. */
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
  // What fails in a way that has no type leaves null there. Were that forbidden, it would take the answers of the others along.
  if (isNonNullType(type)) return `gives ${type}, which is never null`;
  if (!isUnionType(type) || type.name !== `${named}Result`) return `gives ${type}, and not the union ${named}Result`;

  const members = type.getTypes();
  const missing = REFUSALS.find((refusal) => !members.some((member) => member.name === refusal.name));
  if (missing) return `cannot answer with ${missing.name}`;
  const payloads = members.filter((member) => !implementsOne(member, 'Problem'));
  if (payloads.length === 0) return 'has no payload';
  return payloads.map((payload) => faultOfPayload(payload)).find((fault) => fault !== null) ?? null;

  function implementsOne(member: GraphQLObjectType, name: string): boolean {
    const wanted = schema.getType(name);
    return isInterfaceType(wanted) && member.getInterfaces().includes(wanted);
  }

  function faultOfPayload(payload: GraphQLObjectType): string | null {
    if (implementsOne(payload, 'Node')) return `answers with ${payload} itself, and not with a payload that holds it`;
    // What cannot be read of a thing leaves null in its place, and not in the place of a token that is told once.
    const strict = Object.values(payload.getFields()).find(
      (field) => isNonNullType(field.type) && isCompositeType(getNamedType(field.type)),
    );
    return strict ? `answers with ${payload}, whose ${strict.name} is never null` : null;
  }
}
