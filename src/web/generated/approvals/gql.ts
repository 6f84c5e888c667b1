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
    "fragment ActorFields on ApprovalActor {\n  actor\n  name\n  owner {\n    actor\n    name\n  }\n}": typeof types.ActorFieldsFragmentDoc,
    "fragment ApprovalRow on Approval {\n  id\n  subjectKind\n  title\n  facts\n  state\n  quorum\n  createdAt\n  expiresAt\n  decidedAt\n  askedBy\n  asker {\n    ...ActorFields\n  }\n  decisions {\n    verdict\n    decidedBy\n  }\n}": typeof types.ApprovalRowFragmentDoc,
    "subscription ApprovalStands($id: ID!) {\n  approvalChanged(id: $id) {\n    id\n    state\n  }\n}": typeof types.ApprovalStandsDocument,
    "query ApprovalToDecide($id: ID!) {\n  approval(id: $id) {\n    ...ApprovalRow\n    subjectId\n    sha256\n    customerId\n    policyVersion\n    payloadText\n    displayText\n    displayHash\n    obstacle\n    obstacleMessage\n    decisions {\n      verdict\n      decidedBy\n      decider {\n        ...ActorFields\n      }\n      issuedBy\n      reason\n      displayHash\n      decidedAt\n    }\n  }\n}": typeof types.ApprovalToDecideDocument,
    "query ApprovalsRecorded($filter: ApprovalFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  approvals(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...ApprovalRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.ApprovalsRecordedDocument,
    "query ApprovalsWaiting($filter: ApprovalInboxFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  approvalInbox(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...ApprovalRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n    counts {\n      ...InboxCounts\n    }\n  }\n}": typeof types.ApprovalsWaitingDocument,
    "mutation ApproveRequest($input: ApproveInput!) {\n  approve(input: $input) {\n    __typename\n    ... on ApprovedRequest {\n      approval {\n        id\n        state\n      }\n    }\n    ... on DecisionRefused {\n      obstacle\n    }\n    ...ProblemFields\n  }\n}": typeof types.ApproveRequestDocument,
    "subscription InboxChanged {\n  approvalInboxChanged {\n    ...InboxCounts\n  }\n}": typeof types.InboxChangedDocument,
    "fragment InboxCounts on ApprovalInboxCounts {\n  total\n  dueWithinADay\n  byChannel {\n    channel\n    count\n  }\n}": typeof types.InboxCountsFragmentDoc,
    "query NextWaiting {\n  approvalInbox(first: 2) {\n    nodes {\n      id\n      title\n    }\n  }\n}": typeof types.NextWaitingDocument,
    "mutation RejectRequest($input: RejectInput!) {\n  reject(input: $input) {\n    __typename\n    ... on RejectedRequest {\n      approval {\n        id\n        state\n      }\n    }\n    ... on DecisionRefused {\n      obstacle\n    }\n    ...ProblemFields\n  }\n}": typeof types.RejectRequestDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "fragment ActorFields on ApprovalActor {\n  actor\n  name\n  owner {\n    actor\n    name\n  }\n}": types.ActorFieldsFragmentDoc,
    "fragment ApprovalRow on Approval {\n  id\n  subjectKind\n  title\n  facts\n  state\n  quorum\n  createdAt\n  expiresAt\n  decidedAt\n  askedBy\n  asker {\n    ...ActorFields\n  }\n  decisions {\n    verdict\n    decidedBy\n  }\n}": types.ApprovalRowFragmentDoc,
    "subscription ApprovalStands($id: ID!) {\n  approvalChanged(id: $id) {\n    id\n    state\n  }\n}": types.ApprovalStandsDocument,
    "query ApprovalToDecide($id: ID!) {\n  approval(id: $id) {\n    ...ApprovalRow\n    subjectId\n    sha256\n    customerId\n    policyVersion\n    payloadText\n    displayText\n    displayHash\n    obstacle\n    obstacleMessage\n    decisions {\n      verdict\n      decidedBy\n      decider {\n        ...ActorFields\n      }\n      issuedBy\n      reason\n      displayHash\n      decidedAt\n    }\n  }\n}": types.ApprovalToDecideDocument,
    "query ApprovalsRecorded($filter: ApprovalFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  approvals(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...ApprovalRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.ApprovalsRecordedDocument,
    "query ApprovalsWaiting($filter: ApprovalInboxFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  approvalInbox(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...ApprovalRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n    counts {\n      ...InboxCounts\n    }\n  }\n}": types.ApprovalsWaitingDocument,
    "mutation ApproveRequest($input: ApproveInput!) {\n  approve(input: $input) {\n    __typename\n    ... on ApprovedRequest {\n      approval {\n        id\n        state\n      }\n    }\n    ... on DecisionRefused {\n      obstacle\n    }\n    ...ProblemFields\n  }\n}": types.ApproveRequestDocument,
    "subscription InboxChanged {\n  approvalInboxChanged {\n    ...InboxCounts\n  }\n}": types.InboxChangedDocument,
    "fragment InboxCounts on ApprovalInboxCounts {\n  total\n  dueWithinADay\n  byChannel {\n    channel\n    count\n  }\n}": types.InboxCountsFragmentDoc,
    "query NextWaiting {\n  approvalInbox(first: 2) {\n    nodes {\n      id\n      title\n    }\n  }\n}": types.NextWaitingDocument,
    "mutation RejectRequest($input: RejectInput!) {\n  reject(input: $input) {\n    __typename\n    ... on RejectedRequest {\n      approval {\n        id\n        state\n      }\n    }\n    ... on DecisionRefused {\n      obstacle\n    }\n    ...ProblemFields\n  }\n}": types.RejectRequestDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ActorFields on ApprovalActor {\n  actor\n  name\n  owner {\n    actor\n    name\n  }\n}"): typeof import('./graphql.ts').ActorFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ApprovalRow on Approval {\n  id\n  subjectKind\n  title\n  facts\n  state\n  quorum\n  createdAt\n  expiresAt\n  decidedAt\n  askedBy\n  asker {\n    ...ActorFields\n  }\n  decisions {\n    verdict\n    decidedBy\n  }\n}"): typeof import('./graphql.ts').ApprovalRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription ApprovalStands($id: ID!) {\n  approvalChanged(id: $id) {\n    id\n    state\n  }\n}"): typeof import('./graphql.ts').ApprovalStandsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ApprovalToDecide($id: ID!) {\n  approval(id: $id) {\n    ...ApprovalRow\n    subjectId\n    sha256\n    customerId\n    policyVersion\n    payloadText\n    displayText\n    displayHash\n    obstacle\n    obstacleMessage\n    decisions {\n      verdict\n      decidedBy\n      decider {\n        ...ActorFields\n      }\n      issuedBy\n      reason\n      displayHash\n      decidedAt\n    }\n  }\n}"): typeof import('./graphql.ts').ApprovalToDecideDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ApprovalsRecorded($filter: ApprovalFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  approvals(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...ApprovalRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').ApprovalsRecordedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ApprovalsWaiting($filter: ApprovalInboxFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  approvalInbox(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...ApprovalRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n    counts {\n      ...InboxCounts\n    }\n  }\n}"): typeof import('./graphql.ts').ApprovalsWaitingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ApproveRequest($input: ApproveInput!) {\n  approve(input: $input) {\n    __typename\n    ... on ApprovedRequest {\n      approval {\n        id\n        state\n      }\n    }\n    ... on DecisionRefused {\n      obstacle\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ApproveRequestDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription InboxChanged {\n  approvalInboxChanged {\n    ...InboxCounts\n  }\n}"): typeof import('./graphql.ts').InboxChangedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment InboxCounts on ApprovalInboxCounts {\n  total\n  dueWithinADay\n  byChannel {\n    channel\n    count\n  }\n}"): typeof import('./graphql.ts').InboxCountsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NextWaiting {\n  approvalInbox(first: 2) {\n    nodes {\n      id\n      title\n    }\n  }\n}"): typeof import('./graphql.ts').NextWaitingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RejectRequest($input: RejectInput!) {\n  reject(input: $input) {\n    __typename\n    ... on RejectedRequest {\n      approval {\n        id\n        state\n      }\n    }\n    ... on DecisionRefused {\n      obstacle\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RejectRequestDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
