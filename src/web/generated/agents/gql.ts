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
    "query AgentById($id: ID!) {\n  agent(id: $id) {\n    id\n    name\n    owner\n    disabledAt\n    createdAt\n    lastUsedAt\n    workingKeyCount\n    keys {\n      id\n      name\n      hint\n      scopes\n      createdBy\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n  }\n}": typeof types.AgentByIdDocument,
    "query AgentList($filter: AgentFilter, $orderBy: AgentOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  agents(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      owner\n      disabledAt\n      lastUsedAt\n      workingKeyCount\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.AgentListDocument,
    "query AskedByAgent($askedBy: [String!]!) {\n  approvals(filter: {askedBy: $askedBy}, first: 5) {\n    nodes {\n      id\n      title\n      subjectKind\n      state\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}": typeof types.AskedByAgentDocument,
    "mutation ChangeAgent($input: ChangeAgentInput!) {\n  changeAgent(input: $input) {\n    ... on ChangedAgent {\n      agent {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.ChangeAgentDocument,
    "query CustomersForAgents($search: String) {\n  customers(\n    filter: {search: $search}\n    orderBy: {field: NAME, direction: ASC}\n    first: 100\n  ) {\n    nodes {\n      id\n      name\n      isHouse\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}": typeof types.CustomersForAgentsDocument,
    "mutation IssueAgentKey($input: IssueAgentKeyInput!) {\n  issueAgentKey(input: $input) {\n    ... on IssuedAgentKey {\n      token\n    }\n    ...ProblemFields\n  }\n}": typeof types.IssueAgentKeyDocument,
    "mutation MakeAgent($input: CreateAgentInput!) {\n  createAgent(input: $input) {\n    ... on CreatedAgent {\n      agent {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.MakeAgentDocument,
    "mutation RevokeAgentKey($input: RevokeAgentKeyInput!) {\n  revokeAgentKey(input: $input) {\n    ... on RevokedAgentKey {\n      agentKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.RevokeAgentKeyDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query AgentById($id: ID!) {\n  agent(id: $id) {\n    id\n    name\n    owner\n    disabledAt\n    createdAt\n    lastUsedAt\n    workingKeyCount\n    keys {\n      id\n      name\n      hint\n      scopes\n      createdBy\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n  }\n}": types.AgentByIdDocument,
    "query AgentList($filter: AgentFilter, $orderBy: AgentOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  agents(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      owner\n      disabledAt\n      lastUsedAt\n      workingKeyCount\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.AgentListDocument,
    "query AskedByAgent($askedBy: [String!]!) {\n  approvals(filter: {askedBy: $askedBy}, first: 5) {\n    nodes {\n      id\n      title\n      subjectKind\n      state\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}": types.AskedByAgentDocument,
    "mutation ChangeAgent($input: ChangeAgentInput!) {\n  changeAgent(input: $input) {\n    ... on ChangedAgent {\n      agent {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.ChangeAgentDocument,
    "query CustomersForAgents($search: String) {\n  customers(\n    filter: {search: $search}\n    orderBy: {field: NAME, direction: ASC}\n    first: 100\n  ) {\n    nodes {\n      id\n      name\n      isHouse\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}": types.CustomersForAgentsDocument,
    "mutation IssueAgentKey($input: IssueAgentKeyInput!) {\n  issueAgentKey(input: $input) {\n    ... on IssuedAgentKey {\n      token\n    }\n    ...ProblemFields\n  }\n}": types.IssueAgentKeyDocument,
    "mutation MakeAgent($input: CreateAgentInput!) {\n  createAgent(input: $input) {\n    ... on CreatedAgent {\n      agent {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.MakeAgentDocument,
    "mutation RevokeAgentKey($input: RevokeAgentKeyInput!) {\n  revokeAgentKey(input: $input) {\n    ... on RevokedAgentKey {\n      agentKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.RevokeAgentKeyDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AgentById($id: ID!) {\n  agent(id: $id) {\n    id\n    name\n    owner\n    disabledAt\n    createdAt\n    lastUsedAt\n    workingKeyCount\n    keys {\n      id\n      name\n      hint\n      scopes\n      createdBy\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n  }\n}"): typeof import('./graphql.ts').AgentByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AgentList($filter: AgentFilter, $orderBy: AgentOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  agents(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      owner\n      disabledAt\n      lastUsedAt\n      workingKeyCount\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').AgentListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AskedByAgent($askedBy: [String!]!) {\n  approvals(filter: {askedBy: $askedBy}, first: 5) {\n    nodes {\n      id\n      title\n      subjectKind\n      state\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}"): typeof import('./graphql.ts').AskedByAgentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ChangeAgent($input: ChangeAgentInput!) {\n  changeAgent(input: $input) {\n    ... on ChangedAgent {\n      agent {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ChangeAgentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CustomersForAgents($search: String) {\n  customers(\n    filter: {search: $search}\n    orderBy: {field: NAME, direction: ASC}\n    first: 100\n  ) {\n    nodes {\n      id\n      name\n      isHouse\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}"): typeof import('./graphql.ts').CustomersForAgentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation IssueAgentKey($input: IssueAgentKeyInput!) {\n  issueAgentKey(input: $input) {\n    ... on IssuedAgentKey {\n      token\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').IssueAgentKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation MakeAgent($input: CreateAgentInput!) {\n  createAgent(input: $input) {\n    ... on CreatedAgent {\n      agent {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').MakeAgentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokeAgentKey($input: RevokeAgentKeyInput!) {\n  revokeAgentKey(input: $input) {\n    ... on RevokedAgentKey {\n      agentKey {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RevokeAgentKeyDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
