import { readFileSync } from 'node:fs';
import { buildASTSchema, type GraphQLSchema, Kind, parse, visit } from 'graphql';

/**
 * Codegen loader for the service's own clients, which treat a response with an error as a failure: for them, fields with
 * `@semanticNonNull` aren't nullable.
 */
export default function strictSchema(file: string): GraphQLSchema {
  return buildASTSchema(
    visit(parse(readFileSync(file, 'utf8')), {
      FieldDefinition(field) {
        if (field.type.kind === Kind.NON_NULL_TYPE) return;
        if (!field.directives?.some(({ name }) => name.value === 'semanticNonNull')) return;
        return { ...field, type: { kind: Kind.NON_NULL_TYPE, type: field.type } };
      },
    }),
  );
}
