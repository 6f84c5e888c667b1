import { readFileSync } from 'node:fs';
import { buildASTSchema, type GraphQLSchema, Kind, parse, visit } from 'graphql';

/**
 * Loader of codegen for our own callers, which take an answer with an error for a failure: to them, fields with
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
