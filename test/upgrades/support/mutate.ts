import type { Json, Program } from './program.ts';

interface TypeRef {
  kind: string;
  name: string | null;
  ofType: TypeRef | null;
}

/**
 * A mutation of whatever release: some took their values as arguments that later ones take as one `input`.
 * @param values those that the release does not know are left out, so that a value can be given by the names of all releases
 * @param fields what is asked of the result, by its type
 * @throws for errors and problems
 */
export async function mutate(
  service: Program,
  name: string,
  values: Record<string, unknown>,
  as: string | undefined,
  fields: Record<string, string> = {},
): Promise<Json> {
  const types = await argumentTypes(service, name);
  const known = 'input' in types ? await fieldsOf(service, types.input!.replace('!', '')) : Object.keys(types);
  const kept = Object.fromEntries(Object.entries(values).filter(([key]) => known.includes(key)));
  const given: Record<string, unknown> = 'input' in types ? { input: kept } : kept;
  const used = Object.keys(given).map((argument) => [argument, types[argument]!] as const);
  const declared = used.map(([argument, type]) => `$${argument}: ${type}`).join(', ');
  const passed = used.map(([argument]) => `${argument}: $${argument}`).join(', ');
  const selected = Object.entries(fields).map(([type, selection]) => `... on ${type} { ${selection} }`);
  const query = `mutation (${declared}) { ${name}(${passed}) { __typename ${selected.join(' ')} ... on Problem { code message } } }`;
  return (await service.graphql(query, given, as))[name];
}

async function argumentTypes(service: Program, mutation: string): Promise<Record<string, string>> {
  const ref = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';
  const { __type } = await service.graphql(
    `{ __type(name: "Mutation") { fields(includeDeprecated: true) { name args { name type { ${ref} } } } } }`,
    {},
  );
  const field = __type.fields.find((one: Json) => one.name === mutation);
  if (!field) throw new Error(`This release has no mutation ${mutation}.`);
  return Object.fromEntries(field.args.map(({ name, type }: Json) => [name, written(type)]));
}

async function fieldsOf(service: Program, input: string): Promise<string[]> {
  const { __type } = await service.graphql('query ($name: String!) { __type(name: $name) { inputFields { name } } }', {
    name: input,
  });
  return __type.inputFields.map(({ name }: Json) => name);
}

function written({ kind, name, ofType }: TypeRef): string {
  if (kind === 'NON_NULL') return `${written(ofType!)}!`;
  return kind === 'LIST' ? `[${written(ofType!)}]` : name!;
}
