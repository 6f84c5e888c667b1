import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  isNonNullType,
} from 'graphql';
import { accessOf, EVERYONE } from '../../auth/access.ts';

/** Directive of Apollo's nullability specification 0.4. */
export const SEMANTIC_NON_NULL = new GraphQLDirective({
  name: 'semanticNonNull',
  description: 'The field is null only if `errors` has an error with its path.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      defaultValue: [0],
      description: 'Levels that are null only with an error: 0 is the field itself, 1 the elements of its list.',
    },
  },
});

/**
 * Makes each field of `Query` that a permission protects nullable, because an error in a non-null field would discard the results
 * of all other fields.
 */
export function makeRefusableNullable(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const { type } = field;
    if (accessOf(field) === EVERYONE || !isNonNullType(type)) continue;
    field.type = type.ofType;
    field.extensions = { ...field.extensions, isSemanticNonNull: true };
  }
}

/** True if a nullable field is null only when `errors` has an error for it. */
export function isSemanticNonNull({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return (extensions as { isSemanticNonNull?: boolean }).isSemanticNonNull ?? false;
}
