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
    "mutation IssuePartnerLink($input: IssuePartnerTokenInput!) {\n  issuePartnerToken(input: $input) {\n    ... on IssuedPartnerToken {\n      mediaDeskUrl\n      partnerToken {\n        partner {\n          id\n        }\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.IssuePartnerLinkDocument,
    "query PartnerById($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {\n  node(id: $id) {\n    __typename\n    ... on Partner {\n      id\n      name\n      createdAt\n    }\n  }\n  partnerLinks(\n    filter: {partnerId: [$id]}\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      hint\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.PartnerByIdDocument,
    "query PartnerList($filter: PartnerFilter, $orderBy: PartnerOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  partners(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.PartnerListDocument,
    "mutation RevokePartnerLink($input: RevokePartnerTokenInput!) {\n  revokePartnerToken(input: $input) {\n    ... on RevokedPartnerToken {\n      partnerToken {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.RevokePartnerLinkDocument,
    "query WhatPartnersSee {\n  assets(first: 12, filter: {status: [LIVE]}) {\n    nodes {\n      id\n      title\n      alt\n      validFrom\n      validUntil\n      thumbnailUrl\n      file {\n        width\n        height\n      }\n    }\n  }\n}": typeof types.WhatPartnersSeeDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "mutation IssuePartnerLink($input: IssuePartnerTokenInput!) {\n  issuePartnerToken(input: $input) {\n    ... on IssuedPartnerToken {\n      mediaDeskUrl\n      partnerToken {\n        partner {\n          id\n        }\n      }\n    }\n    ...ProblemFields\n  }\n}": types.IssuePartnerLinkDocument,
    "query PartnerById($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {\n  node(id: $id) {\n    __typename\n    ... on Partner {\n      id\n      name\n      createdAt\n    }\n  }\n  partnerLinks(\n    filter: {partnerId: [$id]}\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      hint\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.PartnerByIdDocument,
    "query PartnerList($filter: PartnerFilter, $orderBy: PartnerOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  partners(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.PartnerListDocument,
    "mutation RevokePartnerLink($input: RevokePartnerTokenInput!) {\n  revokePartnerToken(input: $input) {\n    ... on RevokedPartnerToken {\n      partnerToken {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.RevokePartnerLinkDocument,
    "query WhatPartnersSee {\n  assets(first: 12, filter: {status: [LIVE]}) {\n    nodes {\n      id\n      title\n      alt\n      validFrom\n      validUntil\n      thumbnailUrl\n      file {\n        width\n        height\n      }\n    }\n  }\n}": types.WhatPartnersSeeDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation IssuePartnerLink($input: IssuePartnerTokenInput!) {\n  issuePartnerToken(input: $input) {\n    ... on IssuedPartnerToken {\n      mediaDeskUrl\n      partnerToken {\n        partner {\n          id\n        }\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').IssuePartnerLinkDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PartnerById($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {\n  node(id: $id) {\n    __typename\n    ... on Partner {\n      id\n      name\n      createdAt\n    }\n  }\n  partnerLinks(\n    filter: {partnerId: [$id]}\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      hint\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').PartnerByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PartnerList($filter: PartnerFilter, $orderBy: PartnerOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  partners(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').PartnerListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokePartnerLink($input: RevokePartnerTokenInput!) {\n  revokePartnerToken(input: $input) {\n    ... on RevokedPartnerToken {\n      partnerToken {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RevokePartnerLinkDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WhatPartnersSee {\n  assets(first: 12, filter: {status: [LIVE]}) {\n    nodes {\n      id\n      title\n      alt\n      validFrom\n      validUntil\n      thumbnailUrl\n      file {\n        width\n        height\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').WhatPartnersSeeDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
