/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": typeof types.ProblemFieldsFragmentDoc,
    "query ProviderKeyList($filter: ProviderKeyFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  providerKeys(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      provider\n      hint\n      customerId\n      createdAt\n      failingSince\n      failingReason\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.ProviderKeyListDocument,
    "query ProviderStanding {\n  health {\n    checkedAt\n    connections {\n      name\n      ok\n      status\n    }\n  }\n}": typeof types.ProviderStandingDocument,
    "mutation RemoveServiceKey($input: RemoveProviderKeyInput!) {\n  removeProviderKey(input: $input) {\n    ... on RemovedProviderKey {\n      __typename\n      providerKeyId\n    }\n    ...ProblemFields\n  }\n}": typeof types.RemoveServiceKeyDocument,
    "mutation SetServiceKey($input: SetProviderKeyInput!) {\n  setProviderKey(input: $input) {\n    ... on StoredProviderKey {\n      __typename\n      providerKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.SetServiceKeyDocument,
    "mutation TestKey($input: TestProviderKeyInput!) {\n  testProviderKey(input: $input) {\n    ... on TestedCredential {\n      __typename\n      isAccepted\n      failure\n      message\n      latencyMs\n    }\n    ...ProblemFields\n  }\n}": typeof types.TestKeyDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query ProviderKeyList($filter: ProviderKeyFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  providerKeys(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      provider\n      hint\n      customerId\n      createdAt\n      failingSince\n      failingReason\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.ProviderKeyListDocument,
    "query ProviderStanding {\n  health {\n    checkedAt\n    connections {\n      name\n      ok\n      status\n    }\n  }\n}": types.ProviderStandingDocument,
    "mutation RemoveServiceKey($input: RemoveProviderKeyInput!) {\n  removeProviderKey(input: $input) {\n    ... on RemovedProviderKey {\n      __typename\n      providerKeyId\n    }\n    ...ProblemFields\n  }\n}": types.RemoveServiceKeyDocument,
    "mutation SetServiceKey($input: SetProviderKeyInput!) {\n  setProviderKey(input: $input) {\n    ... on StoredProviderKey {\n      __typename\n      providerKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.SetServiceKeyDocument,
    "mutation TestKey($input: TestProviderKeyInput!) {\n  testProviderKey(input: $input) {\n    ... on TestedCredential {\n      __typename\n      isAccepted\n      failure\n      message\n      latencyMs\n    }\n    ...ProblemFields\n  }\n}": types.TestKeyDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ProviderKeyList($filter: ProviderKeyFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  providerKeys(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      provider\n      hint\n      customerId\n      createdAt\n      failingSince\n      failingReason\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').ProviderKeyListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ProviderStanding {\n  health {\n    checkedAt\n    connections {\n      name\n      ok\n      status\n    }\n  }\n}"): typeof import('./graphql.ts').ProviderStandingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RemoveServiceKey($input: RemoveProviderKeyInput!) {\n  removeProviderKey(input: $input) {\n    ... on RemovedProviderKey {\n      __typename\n      providerKeyId\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RemoveServiceKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SetServiceKey($input: SetProviderKeyInput!) {\n  setProviderKey(input: $input) {\n    ... on StoredProviderKey {\n      __typename\n      providerKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').SetServiceKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation TestKey($input: TestProviderKeyInput!) {\n  testProviderKey(input: $input) {\n    ... on TestedCredential {\n      __typename\n      isAccepted\n      failure\n      message\n      latencyMs\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').TestKeyDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
