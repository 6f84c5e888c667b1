import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** Zod shapes of scalars, by the GraphQL name of the scalar. */
const SCALARS: Readonly<Record<string, string>> = {
  ID: 'z.string()',
  String: 'z.string()',
  Boolean: 'z.boolean()',
  Int: 'z.int()',
  Float: 'z.number()',
  NonNegativeInt: 'Count',
  PositiveInt: 'Count.min(1)',
  // Sizes, positions, seeds and amounts have the type SafeInt in fragments. They are never negative.
  SafeInt: 'Count',
  DateTime: 'Time',
  Sha256: 'Sha256',
};

/**
 * Codegen plugin: writes a zod shape for each fragment on an object type, with the schema's descriptions. Routes build the
 * shapes of their bodies from these.
 */
export function plugin(schema: GraphQLSchema, documents: readonly { document?: DocumentNode }[]) {
  const fragments = documents
    .flatMap(({ document }) => document?.definitions ?? [])
    .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION);
  const written = new Map<string, string>();

  /** Name of a fragment's shape. The shape is written before the shapes that use it. */
  function fragment(name: string): string {
    if (!written.has(name)) {
      const { typeCondition, selectionSet } = fragments.find((each) => each.name.value === name)!;
      const type = schema.getType(typeCondition.name.value) as GraphQLObjectType;
      written.set(name, `export const ${name} = ${object(type, selectionSet)};\n`);
    }
    return name;
  }

  function object(type: GraphQLObjectType, { selections }: SelectionSetNode): string {
    const members = selections.map((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return `...${fragment(selection.name.value)}.shape`;
      if (selection.kind === Kind.INLINE_FRAGMENT) throw new Error(`A fragment on ${type.name} selects by type`);
      const name = selection.name.value;
      const field = type.getFields()[name]!;
      const shape = value(field.type, name, selection.selectionSet);
      const description = descriptionOf(field);
      return `${selection.alias?.value ?? name}: ${shape}${description ? `.describe(${JSON.stringify(description)})` : ''}`;
    });
    return `z.object({\n${members.join(',\n')},\n})`;
  }

  function value(type: GraphQLOutputType, name: string, selected?: SelectionSetNode): string {
    if (!isNonNullType(type)) return `${present(type, name, selected)}.nullable()`;
    return present(type.ofType, name, selected);
  }

  function present(type: GraphQLOutputType, name: string, selected?: SelectionSetNode): string {
    if (isListType(type)) return `z.array(${value(type.ofType, name, selected)})`;
    if (isObjectType(type)) return object(type, selected!);
    if (isEnumType(type)) return `z.enum(${JSON.stringify(type.getValues().map((each) => each.name))})`;
    // The schema has no scalar for addresses, so they are recognised by field name.
    if (/(^url|Url)$/.test(name)) return 'z.url()';
    const scalar = SCALARS[getNamedType(type).name];
    if (!scalar) throw new Error(`${name} is a ${type}, for which there is no shape`);
    return scalar;
  }

  for (const { name, typeCondition } of fragments)
    if (isObjectType(schema.getType(typeCondition.name.value))) fragment(name.value);
  return {
    prepend: ["import { z } from 'zod';", "import { Count, Sha256, Time } from '../shapes.ts';\n"],
    content: [...written.values()].join('\n'),
  };
}

/** Description of a field. For an enum it includes the meanings of the values. */
function descriptionOf({ description, type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (!isEnumType(named)) return description ?? '';
  return [description ?? named.description, ...meanings(named)].filter(Boolean).join(' ');
}

const meanings = (type: GraphQLEnumType) =>
  type.getValues().flatMap(({ name, description }) => (description ? [`${name}: ${description}`] : []));
