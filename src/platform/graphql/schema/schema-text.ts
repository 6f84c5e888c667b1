import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  isInterfaceType,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';
import { defaultPageSize, elementFields, mostOf, takesPage } from './list-size.ts';
import { isSemanticNonNull } from './refusable-fields.ts';

const names = new GraphQLList(new GraphQLNonNull(GraphQLString));

/**
 * Directive of IBM's GraphQL cost directives specification. Its arguments other than those declared below aren't used by the
 * service.
 */
export const LIST_SIZE = new GraphQLDirective({
  name: 'listSize',
  description: 'Size of a list, used to calculate the cost of an operation.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: {
      type: GraphQLInt,
      description: 'Size of the list if no argument sets it: the default page size, or the maximum length.',
    },
    slicingArguments: {
      type: names,
      description: 'Names of the arguments that set the size of the list, e.g. `first`.',
    },
    sizedFields: {
      type: names,
      description: 'Names of the fields of a connection that contain the list, e.g. `nodes`.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'True if exactly one of the `slicingArguments` is required.',
    },
  },
});

/**
 * Prints the schema in alphabetical order. Adds `@listSize` to lists with a maximum length or pages, and `@semanticNonNull` to
 * fields that are null only with an error.
 */
export function schemaText(schema: GraphQLSchema): string {
  // graphql-js doesn't print directives of fields, so they are inserted into its text.
  const text = printSchema(lexicographicSortSchema(schema));
  const parts: string[] = [];
  let end = 0;
  for (const definition of parse(text).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    const type = schema.getType(definition.name.value);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const { name, type: ofField } of definition.fields ?? []) {
      const directives = directivesOf(type.getFields()[name.value]!);
      if (directives.length === 0) continue;
      parts.push(text.slice(end, ofField.loc!.end), ` ${directives.join(' ')}`);
      end = ofField.loc!.end;
    }
  }
  return [...parts, text.slice(end)].join('');
}

function directivesOf(field: GraphQLField<unknown, unknown>): string[] {
  return [isSemanticNonNull(field) ? '@semanticNonNull' : null, listSize(field)].filter((one) => one !== null);
}

function listSize(field: GraphQLField<unknown, unknown>): string | null {
  const most = mostOf(field);
  if (most !== null) return `@listSize(assumedSize: ${most})`;
  if (!takesPage(field)) return null;
  const sizes = field.args.map(({ name }) => name).filter((name) => name === 'first' || name === 'last');
  const elements = elementFields(field);
  const sized = elements ? `, sizedFields: [${quoted(elements)}]` : '';
  return `@listSize(assumedSize: ${defaultPageSize(field)}, slicingArguments: [${quoted(sizes)}]${sized}, requireOneSlicingArgument: false)`;
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
