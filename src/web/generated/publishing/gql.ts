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
    "query FaultsOfPublishingPolicy($document: JSONObject) {\n  publishingPolicyFaults(document: $document) {\n    pointer\n    message\n  }\n}": typeof types.FaultsOfPublishingPolicyDocument,
    "mutation MarkTool($input: MarkToolOutwardInput!) {\n  markToolOutward(input: $input) {\n    __typename\n    ... on MarkedToolOutward {\n      outwardTool {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.MarkToolDocument,
    "query OutwardToolMarks($filter: OutwardToolFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  outwardTools(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      match\n      channel\n      targetPointers\n      targetPrefix\n      customerId\n      markedBy\n      markedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.OutwardToolMarksDocument,
    "mutation PublishPublishingPolicyVersion($input: PublishPublishingPolicyInput!) {\n  publishPublishingPolicy(input: $input) {\n    ... on PublishedPublishingPolicy {\n      __typename\n      publishingPolicy {\n        id\n        number\n      }\n    }\n    ...ProblemFields\n    ... on PublishingPolicyInvalid {\n      faultCount\n      faults {\n        pointer\n        message\n      }\n    }\n    ... on ChangeHeld {\n      approvalId\n    }\n  }\n}": typeof types.PublishPublishingPolicyVersionDocument,
    "query PublishingPolicyVersion($number: Int!) {\n  publishingPolicy(number: $number) {\n    id\n    number\n    publishedAt\n    publishedBy\n    reason\n    restoredFrom\n    sha256\n    document\n    changes {\n      count\n      changes {\n        operation\n        pointer\n        before\n        after\n      }\n    }\n  }\n  publishingPolicies(first: 1) {\n    nodes {\n      id\n      number\n    }\n  }\n}": typeof types.PublishingPolicyVersionDocument,
    "query PublishingPolicyVersions($first: Int, $after: String, $last: Int, $before: String) {\n  publishingPolicies(first: $first, after: $after, last: $last, before: $before) {\n    nodes {\n      id\n      number\n      publishedAt\n      publishedBy\n      reason\n      restoredFrom\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.PublishingPolicyVersionsDocument,
    "query PublishingPolicyInForce {\n  publishingPolicies(first: 1) {\n    nodes {\n      id\n      number\n      sha256\n      document\n      publishedBy\n      publishedAt\n      reason\n    }\n  }\n  publishingPolicyFaults {\n    pointer\n    message\n  }\n}": typeof types.PublishingPolicyInForceDocument,
    "mutation RestorePublishingPolicyVersion($input: RestorePublishingPolicyInput!) {\n  restorePublishingPolicy(input: $input) {\n    ... on RestoredPublishingPolicy {\n      __typename\n      publishingPolicy {\n        id\n        number\n      }\n    }\n    ...ProblemFields\n    ... on PublishingPolicyInvalid {\n      faultCount\n      faults {\n        pointer\n        message\n      }\n    }\n    ... on ChangeHeld {\n      approvalId\n    }\n  }\n}": typeof types.RestorePublishingPolicyVersionDocument,
    "mutation UnmarkOutwardTool($input: UnmarkToolInput!) {\n  unmarkTool(input: $input) {\n    __typename\n    ... on UnmarkedTool {\n      outwardToolId\n    }\n    ...ProblemFields\n  }\n}": typeof types.UnmarkOutwardToolDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query FaultsOfPublishingPolicy($document: JSONObject) {\n  publishingPolicyFaults(document: $document) {\n    pointer\n    message\n  }\n}": types.FaultsOfPublishingPolicyDocument,
    "mutation MarkTool($input: MarkToolOutwardInput!) {\n  markToolOutward(input: $input) {\n    __typename\n    ... on MarkedToolOutward {\n      outwardTool {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.MarkToolDocument,
    "query OutwardToolMarks($filter: OutwardToolFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  outwardTools(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      match\n      channel\n      targetPointers\n      targetPrefix\n      customerId\n      markedBy\n      markedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.OutwardToolMarksDocument,
    "mutation PublishPublishingPolicyVersion($input: PublishPublishingPolicyInput!) {\n  publishPublishingPolicy(input: $input) {\n    ... on PublishedPublishingPolicy {\n      __typename\n      publishingPolicy {\n        id\n        number\n      }\n    }\n    ...ProblemFields\n    ... on PublishingPolicyInvalid {\n      faultCount\n      faults {\n        pointer\n        message\n      }\n    }\n    ... on ChangeHeld {\n      approvalId\n    }\n  }\n}": types.PublishPublishingPolicyVersionDocument,
    "query PublishingPolicyVersion($number: Int!) {\n  publishingPolicy(number: $number) {\n    id\n    number\n    publishedAt\n    publishedBy\n    reason\n    restoredFrom\n    sha256\n    document\n    changes {\n      count\n      changes {\n        operation\n        pointer\n        before\n        after\n      }\n    }\n  }\n  publishingPolicies(first: 1) {\n    nodes {\n      id\n      number\n    }\n  }\n}": types.PublishingPolicyVersionDocument,
    "query PublishingPolicyVersions($first: Int, $after: String, $last: Int, $before: String) {\n  publishingPolicies(first: $first, after: $after, last: $last, before: $before) {\n    nodes {\n      id\n      number\n      publishedAt\n      publishedBy\n      reason\n      restoredFrom\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.PublishingPolicyVersionsDocument,
    "query PublishingPolicyInForce {\n  publishingPolicies(first: 1) {\n    nodes {\n      id\n      number\n      sha256\n      document\n      publishedBy\n      publishedAt\n      reason\n    }\n  }\n  publishingPolicyFaults {\n    pointer\n    message\n  }\n}": types.PublishingPolicyInForceDocument,
    "mutation RestorePublishingPolicyVersion($input: RestorePublishingPolicyInput!) {\n  restorePublishingPolicy(input: $input) {\n    ... on RestoredPublishingPolicy {\n      __typename\n      publishingPolicy {\n        id\n        number\n      }\n    }\n    ...ProblemFields\n    ... on PublishingPolicyInvalid {\n      faultCount\n      faults {\n        pointer\n        message\n      }\n    }\n    ... on ChangeHeld {\n      approvalId\n    }\n  }\n}": types.RestorePublishingPolicyVersionDocument,
    "mutation UnmarkOutwardTool($input: UnmarkToolInput!) {\n  unmarkTool(input: $input) {\n    __typename\n    ... on UnmarkedTool {\n      outwardToolId\n    }\n    ...ProblemFields\n  }\n}": types.UnmarkOutwardToolDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FaultsOfPublishingPolicy($document: JSONObject) {\n  publishingPolicyFaults(document: $document) {\n    pointer\n    message\n  }\n}"): typeof import('./graphql.ts').FaultsOfPublishingPolicyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation MarkTool($input: MarkToolOutwardInput!) {\n  markToolOutward(input: $input) {\n    __typename\n    ... on MarkedToolOutward {\n      outwardTool {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').MarkToolDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OutwardToolMarks($filter: OutwardToolFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  outwardTools(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      match\n      channel\n      targetPointers\n      targetPrefix\n      customerId\n      markedBy\n      markedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').OutwardToolMarksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation PublishPublishingPolicyVersion($input: PublishPublishingPolicyInput!) {\n  publishPublishingPolicy(input: $input) {\n    ... on PublishedPublishingPolicy {\n      __typename\n      publishingPolicy {\n        id\n        number\n      }\n    }\n    ...ProblemFields\n    ... on PublishingPolicyInvalid {\n      faultCount\n      faults {\n        pointer\n        message\n      }\n    }\n    ... on ChangeHeld {\n      approvalId\n    }\n  }\n}"): typeof import('./graphql.ts').PublishPublishingPolicyVersionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PublishingPolicyVersion($number: Int!) {\n  publishingPolicy(number: $number) {\n    id\n    number\n    publishedAt\n    publishedBy\n    reason\n    restoredFrom\n    sha256\n    document\n    changes {\n      count\n      changes {\n        operation\n        pointer\n        before\n        after\n      }\n    }\n  }\n  publishingPolicies(first: 1) {\n    nodes {\n      id\n      number\n    }\n  }\n}"): typeof import('./graphql.ts').PublishingPolicyVersionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PublishingPolicyVersions($first: Int, $after: String, $last: Int, $before: String) {\n  publishingPolicies(first: $first, after: $after, last: $last, before: $before) {\n    nodes {\n      id\n      number\n      publishedAt\n      publishedBy\n      reason\n      restoredFrom\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').PublishingPolicyVersionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PublishingPolicyInForce {\n  publishingPolicies(first: 1) {\n    nodes {\n      id\n      number\n      sha256\n      document\n      publishedBy\n      publishedAt\n      reason\n    }\n  }\n  publishingPolicyFaults {\n    pointer\n    message\n  }\n}"): typeof import('./graphql.ts').PublishingPolicyInForceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RestorePublishingPolicyVersion($input: RestorePublishingPolicyInput!) {\n  restorePublishingPolicy(input: $input) {\n    ... on RestoredPublishingPolicy {\n      __typename\n      publishingPolicy {\n        id\n        number\n      }\n    }\n    ...ProblemFields\n    ... on PublishingPolicyInvalid {\n      faultCount\n      faults {\n        pointer\n        message\n      }\n    }\n    ... on ChangeHeld {\n      approvalId\n    }\n  }\n}"): typeof import('./graphql.ts').RestorePublishingPolicyVersionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UnmarkOutwardTool($input: UnmarkToolInput!) {\n  unmarkTool(input: $input) {\n    __typename\n    ... on UnmarkedTool {\n      outwardToolId\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').UnmarkOutwardToolDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
