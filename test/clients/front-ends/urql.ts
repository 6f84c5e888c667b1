import { readFileSync } from 'node:fs';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { buildSchema, introspectionFromSchema, isObjectType } from 'graphql';
import { endpoint, type Page, run, send, work } from './work.js';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** Objects without an id are parts of the object that holds them. */
const keys: KeyingConfig = {};
for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
  if (!('id' in type.getFields())) keys[type.name] = () => null;
}

const client = new Client({
  url: endpoint,
  fetch: send,
  preferGetMethod: false,
  exchanges: [cacheExchange({ keys, schema: introspectionFromSchema(schema) }), fetchExchange],
});

async function read({ text, variables }: Page, requestPolicy: 'network-only' | 'cache-only') {
  const { data, error } = await client.query(text, variables, { requestPolicy }).toPromise();
  if (error) throw error;
  return data ?? null;
}

async function mutate(text: string, variables: object): Promise<Record<string, unknown>> {
  const { data, error } = await client.mutation<Record<string, unknown>>(text, variables).toPromise();
  if (error) throw error;
  return data!;
}

await run({
  query: (page) => read(page, 'network-only'),
  cached: (page) => read(page, 'cache-only'),
  updateAsset: async (input) => (await mutate(work.mutations.updateAsset, { input })).updateAsset,
  deleteWebhook: async (webhookId) =>
    (await mutate(work.mutations.deleteWebhook, { input: { webhookId } })).deleteWebhook,
});
