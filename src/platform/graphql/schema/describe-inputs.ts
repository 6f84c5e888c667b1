import { type GraphQLSchema, isInputObjectType, isNonNullType, isUnionType } from 'graphql';

/**
 * Adds descriptions to the schema. Each argument `input` gets the description of its type, and each union that a root field
 * returns gets a sentence about the field.
 */
export function describeInputsAndResults(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const { name, args, type } of Object.values(root?.getFields() ?? {})) {
      const argument = args.find((one) => one.name === 'input');
      const input = isNonNullType(argument?.type) ? argument.type.ofType : argument?.type;
      if (argument && isInputObjectType(input)) argument.description ??= input.description;
      if (isUnionType(type)) type.description ??= `Result of \`${name}\`, or the problem that prevented it.`;
    }
  }
}
