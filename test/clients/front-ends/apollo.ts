import { readFileSync } from 'node:fs';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client';
import { buildSchema, isAbstractType, isObjectType } from 'graphql';
import { endpoint, run, send, work } from './work.js';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const types = Object.values(schema.getTypeMap());

const possibleTypes: Record<string, string[]> = {};
for (const type of types.filter(isAbstractType)) {
  possibleTypes[type.name] = schema.getPossibleTypes(type).map(({ name }) => name);
}

/** Objects without an id are parts of the object that holds them. Pages select different fields of them. */
const typePolicies: TypePolicies = {};
for (const type of types.filter(isObjectType)) {
  if (!('id' in type.getFields()) && type !== schema.getQueryType()) typePolicies[type.name] = { merge: true };
}

const client = new ApolloClient({
  link: new HttpLink({ uri: endpoint, fetch: send }),
  cache: new InMemoryCache({ possibleTypes, typePolicies }),
});

async function mutate(text: string, variables: object): Promise<Record<string, unknown>> {
  const { data } = await client.mutate<Record<string, unknown>>({ mutation: gql(text), variables });
  return data!;
}

await run({
  query: async ({ text, variables }) => (await client.query({ query: gql(text), variables })).data,
  cached: async ({ text, variables }) => client.readQuery({ query: gql(text), variables }),
  updateAsset: async (input) => (await mutate(work.mutations.updateAsset, { input })).updateAsset,
  deleteWebhook: async (webhookId) =>
    (await mutate(work.mutations.deleteWebhook, { input: { webhookId } })).deleteWebhook,
});
