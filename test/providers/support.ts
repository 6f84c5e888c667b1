import type { Api, Credential, Json } from '../support/api.ts';

/** The result of a mutation of this feature, with what tests look at. */
export async function mutate(api: Api, name: string, input: Json, fields: string, as?: Credential): Promise<Json> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}!) { result: ${name}(input: $input) {
       __typename ${fields} ... on Problem { code message } ... on InputInvalid { issues { pointer } }
     } }`,
    { as, variables: { input } },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.result;
}

const KEY = 'id provider customerId hint createdAt failingSince failingReason';
export const STORED_KEY = `... on StoredProviderKey { providerKey { ${KEY} } }`;
export const TESTED = '... on TestedCredential { isAccepted failure message latencyMs }';
export const STORED_SERVER = '... on StoredOwnServer { ownServer { id baseUrl model hint createdAt } }';
export const REMOVED_SERVER = '... on DeletedOwnServer { ownServerId }';
