import type { Api, Credential, Json } from '../support/api.ts';

/** The result of a mutation of this feature, with what tests look at. */
async function mutate(api: Api, name: string, input: Json, fields: string, as: Credential = 'operator'): Promise<Json> {
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

const CUSTOMER = `id name plan isOwnUse softCapMicros hardLimitMicros suspendedAt version isPastSoftCap
  thisMonth { month spentMicros reservedMicros uncertainMicros calls }`;
const KEY =
  'id name hint isForAllTasks tasks monthlyLimitMicros callsPerMinute issuedBy createdAt expiresAt revokedAt lastUsedAt customerId';

export const createCustomer = (api: Api, input: Json) =>
  mutate(api, 'createCustomer', input, `... on CreatedCustomer { customer { ${CUSTOMER} } }`);

export const updateCustomer = (api: Api, input: Json) =>
  mutate(
    api,
    'updateCustomer',
    input,
    `... on UpdatedCustomer { customer { ${CUSTOMER} } } ... on CustomerChanged { version }`,
  );

export const issueKey = (api: Api, input: Json) =>
  mutate(
    api,
    'issueCustomerKey',
    { name: 'Test', ...input },
    `... on IssuedCustomerKey { token customerKey { ${KEY} } }`,
  );

export const rotateKey = (api: Api, input: Json) =>
  mutate(api, 'rotateCustomerKey', input, `... on RotatedCustomerKey { token customerKey { ${KEY} } }`);

export const revokeKey = (api: Api, customerKeyId: string) =>
  mutate(api, 'revokeCustomerKey', { customerKeyId }, `... on RevokedCustomerKey { customerKey { ${KEY} } }`);

let count = 0;

/** A customer made through the graph, with a key. */
export async function customerWithKey(api: Api, { key = {}, ...input }: Json = {}) {
  count += 1;
  const { customer } = await createCustomer(api, {
    name: `Customer ${count} of ${process.hrtime.bigint()}`,
    plan: 'BASE',
    ...input,
  });
  const issued = await issueKey(api, { customerId: customer.id, ...key });
  return { customer, key: issued.customerKey, token: issued.token as string, as: { bearer: issued.token as string } };
}
