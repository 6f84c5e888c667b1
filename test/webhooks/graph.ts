import { expect } from 'vitest';
import type { Api, Credential, Json } from '../support/api.ts';

/** The result of a mutation of this feature, with what tests look at. */
export async function mutate(
  api: Api,
  name: string,
  input: Json,
  fields: string,
  as: Credential = 'operator',
): Promise<Json> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}!) { result: ${name}(input: $input) {
       __typename ${fields} ... on Problem { code message } ... on InputInvalid { issues { pointer message } }
     } }`,
    { as, variables: { input } },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.result;
}

const WEBHOOK =
  'id customerId url eventNames includesCustomers description state disabledReason failingSince previousSecretUntil version';
const DELIVERY = `id webhookId eventId eventName payload isTest state attemptCount nextAttemptAt endedAt
  attempts { number outcome statusCode durationMs startedAt }`;

export const createWebhook = (api: Api, input: Json, as?: Credential) =>
  mutate(api, 'createWebhook', input, `... on CreatedWebhook { secret webhook { ${WEBHOOK} } }`, as);
export const updateWebhook = (api: Api, input: Json, as?: Credential) =>
  mutate(
    api,
    'updateWebhook',
    input,
    `... on UpdatedWebhook { webhook { ${WEBHOOK} } } ... on WebhookChanged { ifVersion version webhook { ${WEBHOOK} } }`,
    as,
  );
export const deleteWebhook = (api: Api, webhookId: string, as?: Credential) =>
  mutate(api, 'deleteWebhook', { webhookId }, '... on DeletedWebhook { webhookId }', as);
export const rotateSecret = (api: Api, input: Json, as?: Credential) =>
  mutate(api, 'rotateWebhookSecret', input, `... on RotatedWebhookSecret { secret webhook { ${WEBHOOK} } }`, as);
export const sendTest = (api: Api, webhookId: string, as?: Credential) =>
  mutate(api, 'sendTestWebhook', { webhookId }, `... on SentTestWebhook { delivery { ${DELIVERY} } }`, as);
export const replayDelivery = (api: Api, webhookDeliveryId: string, as?: Credential) =>
  mutate(api, 'replayDelivery', { webhookDeliveryId }, `... on ReplayedDelivery { delivery { ${DELIVERY} } }`, as);
export const replayWebhook = (api: Api, input: Json, as?: Credential) =>
  mutate(api, 'replayWebhook', input, '... on ReplayedWebhook { count }', as);

export async function webhook(api: Api, id: string, as: Credential = 'operator'): Promise<Json> {
  const { data } = await api.graphql(`query ($id: ID!) { webhook(id: $id) { ${WEBHOOK} } }`, { as, variables: { id } });
  return data.webhook;
}

export async function webhooks(api: Api, as: Credential = 'operator', filter: Json = null): Promise<Json[]> {
  const { data } = await api.graphql(
    `query ($filter: WebhookFilter) { webhooks(first: 100, filter: $filter) { totalCount nodes { ${WEBHOOK} } } }`,
    { as, variables: { filter } },
  );
  return data.webhooks.nodes;
}

export async function deliveries(api: Api, filter: Json, as: Credential = 'operator'): Promise<Json[]> {
  const { data, errors } = await api.graphql(
    `query ($filter: WebhookDeliveryFilter) { webhookDeliveries(first: 20, filter: $filter) { nodes { ${DELIVERY} } } }`,
    { as, variables: { filter } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.webhookDeliveries.nodes;
}

/** The only delivery to a webhook, once it has ended. */
export async function ended(api: Api, webhookId: string): Promise<Json> {
  await expect.poll(async () => (await deliveries(api, { webhookId }))[0]?.state ?? 'PENDING').not.toBe('PENDING');
  return (await deliveries(api, { webhookId }))[0];
}
