import {
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  type GraphQLTaggedNode,
  getRequest,
  type MutationParameters,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import deleteWebhook, { type deleteWebhookMutation } from './__generated__/deleteWebhookMutation.graphql.js';
import updateAsset, { type updateAssetMutation } from './__generated__/updateAssetMutation.graphql.js';
import { endpoint, type Page, run, send } from './work.js';

const network = Network.create(async ({ text }, variables) => {
  const response = await send(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  });
  return (await response.json()) as GraphQLResponse;
});
const environment = new Environment({ network, store: new Store(new RecordSource()) });

const compiled = async ({ name }: Page): Promise<GraphQLTaggedNode> =>
  (await import(`./__generated__/${name}Query.graphql.js`)).default;

function mutate<Mutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
  variables: Mutation['variables'],
): Promise<Mutation['response']> {
  return new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, {
      mutation,
      variables,
      onCompleted: (response, errors) => (errors?.length ? reject(new Error(errors[0]!.message)) : resolve(response)),
      onError: reject,
    });
  });
}

await run({
  async query(page) {
    const query = await compiled(page);
    // Relay deletes data of operations that aren't retained.
    environment.retain(createOperationDescriptor(getRequest(query), page.variables));
    return fetchQuery(environment, query, page.variables).toPromise();
  },
  async cached(page) {
    const operation = createOperationDescriptor(getRequest(await compiled(page)), page.variables);
    const { data, isMissingData } = environment.lookup(operation.fragment);
    return isMissingData ? null : data;
  },
  updateAsset: async (input) => (await mutate<updateAssetMutation>(updateAsset, { input })).updateAsset,
  deleteWebhook: async (webhookId) =>
    (await mutate<deleteWebhookMutation>(deleteWebhook, { input: { webhookId } })).deleteWebhook,
});
