import { type GraphQLSchema, isInputObjectType, isUnionType } from 'graphql';

/** Describes what all mutations have alike: the argument `input`, like its type, and the union of their results. */
export function describeMutations(schema: GraphQLSchema): void {
  for (const { name, args, type } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    for (const argument of args) {
      const input = 'ofType' in argument.type ? argument.type.ofType : argument.type;
      if (isInputObjectType(input)) argument.description ??= input.description;
    }
    if (isUnionType(type)) type.description ??= `Result of \`${name}\`, or the problem that prevented it.`;
  }
}
