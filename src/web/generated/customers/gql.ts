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
    "mutation CreateCustomer($input: CreateCustomerInput!) {\n  createCustomer(input: $input) {\n    ... on CreatedCustomer {\n      customer {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.CreateCustomerDocument,
    "query CustomerById($id: ID!) {\n  customer(id: $id) {\n    id\n    name\n    plan\n    isHouse\n    softCapMicros\n    hardLimitMicros\n    suspendedAt\n    version\n    createdAt\n    updatedAt\n    isPastSoftCap\n    thisMonth {\n      month\n      spentMicros\n      reservedMicros\n      uncertainMicros\n      calls\n      callsOfUnknownCost\n      callsOfEstimatedCost\n      inputTokens\n      outputTokens\n    }\n    months(first: 6) {\n      month\n      spentMicros\n      calls\n      callsOfUnknownCost\n    }\n    keys {\n      id\n      name\n      hint\n      isForAllTasks\n      tasks\n      monthlyLimitMicros\n      callsPerMinute\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n      thisMonth {\n        spentMicros\n      }\n    }\n  }\n}": typeof types.CustomerByIdDocument,
    "query CustomerDays($customerId: ID!) {\n  usage(customerId: $customerId, groupBy: DAY) {\n    group\n    runs\n    chargedMicros\n    runsOfUnknownCost\n    runsOfEstimatedCost\n    simulatedRuns\n  }\n}": typeof types.CustomerDaysDocument,
    "query CustomerList($filter: CustomerFilter, $orderBy: CustomerOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  customers(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      plan\n      isHouse\n      suspendedAt\n      softCapMicros\n      hardLimitMicros\n      isPastSoftCap\n      thisMonth {\n        spentMicros\n        callsOfUnknownCost\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.CustomerListDocument,
    "mutation IssueCustomerKey($input: IssueCustomerKeyInput!) {\n  issueCustomerKey(input: $input) {\n    ... on IssuedCustomerKey {\n      token\n    }\n    ...ProblemFields\n  }\n}": typeof types.IssueCustomerKeyDocument,
    "mutation RevokeCustomerKey($input: RevokeCustomerKeyInput!) {\n  revokeCustomerKey(input: $input) {\n    ... on RevokedCustomerKey {\n      customerKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.RevokeCustomerKeyDocument,
    "mutation RotateCustomerKey($input: RotateCustomerKeyInput!) {\n  rotateCustomerKey(input: $input) {\n    ... on RotatedCustomerKey {\n      token\n    }\n    ...ProblemFields\n  }\n}": typeof types.RotateCustomerKeyDocument,
    "query TasksForKeys {\n  tasks {\n    name\n    title\n  }\n}": typeof types.TasksForKeysDocument,
    "mutation UpdateCustomer($input: UpdateCustomerInput!) {\n  updateCustomer(input: $input) {\n    ... on UpdatedCustomer {\n      customer {\n        id\n        version\n      }\n    }\n    ... on CustomerChanged {\n      version\n    }\n    ...ProblemFields\n  }\n}": typeof types.UpdateCustomerDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "mutation CreateCustomer($input: CreateCustomerInput!) {\n  createCustomer(input: $input) {\n    ... on CreatedCustomer {\n      customer {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.CreateCustomerDocument,
    "query CustomerById($id: ID!) {\n  customer(id: $id) {\n    id\n    name\n    plan\n    isHouse\n    softCapMicros\n    hardLimitMicros\n    suspendedAt\n    version\n    createdAt\n    updatedAt\n    isPastSoftCap\n    thisMonth {\n      month\n      spentMicros\n      reservedMicros\n      uncertainMicros\n      calls\n      callsOfUnknownCost\n      callsOfEstimatedCost\n      inputTokens\n      outputTokens\n    }\n    months(first: 6) {\n      month\n      spentMicros\n      calls\n      callsOfUnknownCost\n    }\n    keys {\n      id\n      name\n      hint\n      isForAllTasks\n      tasks\n      monthlyLimitMicros\n      callsPerMinute\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n      thisMonth {\n        spentMicros\n      }\n    }\n  }\n}": types.CustomerByIdDocument,
    "query CustomerDays($customerId: ID!) {\n  usage(customerId: $customerId, groupBy: DAY) {\n    group\n    runs\n    chargedMicros\n    runsOfUnknownCost\n    runsOfEstimatedCost\n    simulatedRuns\n  }\n}": types.CustomerDaysDocument,
    "query CustomerList($filter: CustomerFilter, $orderBy: CustomerOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  customers(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      plan\n      isHouse\n      suspendedAt\n      softCapMicros\n      hardLimitMicros\n      isPastSoftCap\n      thisMonth {\n        spentMicros\n        callsOfUnknownCost\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.CustomerListDocument,
    "mutation IssueCustomerKey($input: IssueCustomerKeyInput!) {\n  issueCustomerKey(input: $input) {\n    ... on IssuedCustomerKey {\n      token\n    }\n    ...ProblemFields\n  }\n}": types.IssueCustomerKeyDocument,
    "mutation RevokeCustomerKey($input: RevokeCustomerKeyInput!) {\n  revokeCustomerKey(input: $input) {\n    ... on RevokedCustomerKey {\n      customerKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.RevokeCustomerKeyDocument,
    "mutation RotateCustomerKey($input: RotateCustomerKeyInput!) {\n  rotateCustomerKey(input: $input) {\n    ... on RotatedCustomerKey {\n      token\n    }\n    ...ProblemFields\n  }\n}": types.RotateCustomerKeyDocument,
    "query TasksForKeys {\n  tasks {\n    name\n    title\n  }\n}": types.TasksForKeysDocument,
    "mutation UpdateCustomer($input: UpdateCustomerInput!) {\n  updateCustomer(input: $input) {\n    ... on UpdatedCustomer {\n      customer {\n        id\n        version\n      }\n    }\n    ... on CustomerChanged {\n      version\n    }\n    ...ProblemFields\n  }\n}": types.UpdateCustomerDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateCustomer($input: CreateCustomerInput!) {\n  createCustomer(input: $input) {\n    ... on CreatedCustomer {\n      customer {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').CreateCustomerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CustomerById($id: ID!) {\n  customer(id: $id) {\n    id\n    name\n    plan\n    isHouse\n    softCapMicros\n    hardLimitMicros\n    suspendedAt\n    version\n    createdAt\n    updatedAt\n    isPastSoftCap\n    thisMonth {\n      month\n      spentMicros\n      reservedMicros\n      uncertainMicros\n      calls\n      callsOfUnknownCost\n      callsOfEstimatedCost\n      inputTokens\n      outputTokens\n    }\n    months(first: 6) {\n      month\n      spentMicros\n      calls\n      callsOfUnknownCost\n    }\n    keys {\n      id\n      name\n      hint\n      isForAllTasks\n      tasks\n      monthlyLimitMicros\n      callsPerMinute\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n      thisMonth {\n        spentMicros\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').CustomerByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CustomerDays($customerId: ID!) {\n  usage(customerId: $customerId, groupBy: DAY) {\n    group\n    runs\n    chargedMicros\n    runsOfUnknownCost\n    runsOfEstimatedCost\n    simulatedRuns\n  }\n}"): typeof import('./graphql.ts').CustomerDaysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CustomerList($filter: CustomerFilter, $orderBy: CustomerOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  customers(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      plan\n      isHouse\n      suspendedAt\n      softCapMicros\n      hardLimitMicros\n      isPastSoftCap\n      thisMonth {\n        spentMicros\n        callsOfUnknownCost\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').CustomerListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation IssueCustomerKey($input: IssueCustomerKeyInput!) {\n  issueCustomerKey(input: $input) {\n    ... on IssuedCustomerKey {\n      token\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').IssueCustomerKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokeCustomerKey($input: RevokeCustomerKeyInput!) {\n  revokeCustomerKey(input: $input) {\n    ... on RevokedCustomerKey {\n      customerKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RevokeCustomerKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RotateCustomerKey($input: RotateCustomerKeyInput!) {\n  rotateCustomerKey(input: $input) {\n    ... on RotatedCustomerKey {\n      token\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RotateCustomerKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TasksForKeys {\n  tasks {\n    name\n    title\n  }\n}"): typeof import('./graphql.ts').TasksForKeysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateCustomer($input: UpdateCustomerInput!) {\n  updateCustomer(input: $input) {\n    ... on UpdatedCustomer {\n      customer {\n        id\n        version\n      }\n    }\n    ... on CustomerChanged {\n      version\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').UpdateCustomerDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
