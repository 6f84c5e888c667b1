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
    "query AuditEntryById($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on AuditEntry {\n      id\n      happenedAt\n      actor\n      actorKind\n      onBehalfOf\n      credentialKind\n      credentialId\n      credentialIssuedBy\n      action\n      outcome\n      code\n      subjectIds\n      network\n      requestId\n      changes {\n        subjectId\n        field\n        before\n        after\n      }\n      chainEntry {\n        seq\n        hash\n        anchoredAt\n      }\n    }\n  }\n}": typeof types.AuditEntryByIdDocument,
    "query AuditTrail($filter: AuditFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  auditTrail(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      happenedAt\n      actor\n      actorKind\n      action\n      outcome\n      code\n      subjectIds\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.AuditTrailDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query AuditEntryById($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on AuditEntry {\n      id\n      happenedAt\n      actor\n      actorKind\n      onBehalfOf\n      credentialKind\n      credentialId\n      credentialIssuedBy\n      action\n      outcome\n      code\n      subjectIds\n      network\n      requestId\n      changes {\n        subjectId\n        field\n        before\n        after\n      }\n      chainEntry {\n        seq\n        hash\n        anchoredAt\n      }\n    }\n  }\n}": types.AuditEntryByIdDocument,
    "query AuditTrail($filter: AuditFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  auditTrail(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      happenedAt\n      actor\n      actorKind\n      action\n      outcome\n      code\n      subjectIds\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.AuditTrailDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AuditEntryById($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on AuditEntry {\n      id\n      happenedAt\n      actor\n      actorKind\n      onBehalfOf\n      credentialKind\n      credentialId\n      credentialIssuedBy\n      action\n      outcome\n      code\n      subjectIds\n      network\n      requestId\n      changes {\n        subjectId\n        field\n        before\n        after\n      }\n      chainEntry {\n        seq\n        hash\n        anchoredAt\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').AuditEntryByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AuditTrail($filter: AuditFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  auditTrail(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      happenedAt\n      actor\n      actorKind\n      action\n      outcome\n      code\n      subjectIds\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').AuditTrailDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
