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
    "query ActorNames($ids: [ID!]!) {\n  nodes(ids: $ids) {\n    __typename\n    id\n    ... on Operator {\n      name\n    }\n    ... on Customer {\n      name\n    }\n    ... on Agent {\n      name\n    }\n  }\n}": typeof types.ActorNamesDocument,
    "query Home($decides: Boolean!, $seesKeys: Boolean!, $seesWebhooks: Boolean!, $seesRuns: Boolean!, $seesPictures: Boolean!, $seesHold: Boolean!) {\n  health {\n    status\n    checkedAt\n    connections {\n      name\n      ok\n      required\n    }\n  }\n  deletionHold @include(if: $seesHold) {\n    reason\n    since\n    lastNotedAt\n    databaseTime\n    processTime\n  }\n  endings @include(if: $seesHold) {\n    kind\n    subjectId\n    title\n    endsAt\n    daysBefore\n  }\n  approvalInbox(first: 3) @include(if: $decides) {\n    totalCount\n    totalIsExact\n    nodes {\n      id\n      title\n      expiresAt\n    }\n  }\n  providerKeys(first: 3, filter: {isFailing: true, isService: true}) @include(if: $seesKeys) {\n    nodes {\n      id\n      provider\n      failingSince\n    }\n  }\n  webhooks(first: 3, filter: {state: FAILING}) @include(if: $seesWebhooks) {\n    nodes {\n      id\n      url\n      failingSince\n    }\n  }\n  assets(first: 12, filter: {status: [LIVE]}) @include(if: $seesPictures) {\n    nodes {\n      id\n      title\n      file {\n        narrow: url(width: 320)\n      }\n    }\n  }\n  usage(groupBy: TASK) @include(if: $seesRuns) {\n    group\n    runs\n    costMicros\n    simulatedRuns\n    runsOfUnknownCost\n  }\n}": typeof types.HomeDocument,
    "query PermissionNames {\n  permissions {\n    name\n    title\n    roles\n  }\n}": typeof types.PermissionNamesDocument,
    "mutation ResumeDeletion($input: ResumeDeletionInput!) {\n  resumeDeletion(input: $input) {\n    ... on ResumedDeletion {\n      wasHeld\n    }\n    ...ProblemFields\n  }\n}": typeof types.ResumeDeletionDocument,
    "query WhoAsks {\n  viewer {\n    actor\n    name\n    roles\n    permissions\n    approvalsWaiting\n    credential {\n      kind\n      confirmedAt\n    }\n  }\n}": typeof types.WhoAsksDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query ActorNames($ids: [ID!]!) {\n  nodes(ids: $ids) {\n    __typename\n    id\n    ... on Operator {\n      name\n    }\n    ... on Customer {\n      name\n    }\n    ... on Agent {\n      name\n    }\n  }\n}": types.ActorNamesDocument,
    "query Home($decides: Boolean!, $seesKeys: Boolean!, $seesWebhooks: Boolean!, $seesRuns: Boolean!, $seesPictures: Boolean!, $seesHold: Boolean!) {\n  health {\n    status\n    checkedAt\n    connections {\n      name\n      ok\n      required\n    }\n  }\n  deletionHold @include(if: $seesHold) {\n    reason\n    since\n    lastNotedAt\n    databaseTime\n    processTime\n  }\n  endings @include(if: $seesHold) {\n    kind\n    subjectId\n    title\n    endsAt\n    daysBefore\n  }\n  approvalInbox(first: 3) @include(if: $decides) {\n    totalCount\n    totalIsExact\n    nodes {\n      id\n      title\n      expiresAt\n    }\n  }\n  providerKeys(first: 3, filter: {isFailing: true, isService: true}) @include(if: $seesKeys) {\n    nodes {\n      id\n      provider\n      failingSince\n    }\n  }\n  webhooks(first: 3, filter: {state: FAILING}) @include(if: $seesWebhooks) {\n    nodes {\n      id\n      url\n      failingSince\n    }\n  }\n  assets(first: 12, filter: {status: [LIVE]}) @include(if: $seesPictures) {\n    nodes {\n      id\n      title\n      file {\n        narrow: url(width: 320)\n      }\n    }\n  }\n  usage(groupBy: TASK) @include(if: $seesRuns) {\n    group\n    runs\n    costMicros\n    simulatedRuns\n    runsOfUnknownCost\n  }\n}": types.HomeDocument,
    "query PermissionNames {\n  permissions {\n    name\n    title\n    roles\n  }\n}": types.PermissionNamesDocument,
    "mutation ResumeDeletion($input: ResumeDeletionInput!) {\n  resumeDeletion(input: $input) {\n    ... on ResumedDeletion {\n      wasHeld\n    }\n    ...ProblemFields\n  }\n}": types.ResumeDeletionDocument,
    "query WhoAsks {\n  viewer {\n    actor\n    name\n    roles\n    permissions\n    approvalsWaiting\n    credential {\n      kind\n      confirmedAt\n    }\n  }\n}": types.WhoAsksDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ActorNames($ids: [ID!]!) {\n  nodes(ids: $ids) {\n    __typename\n    id\n    ... on Operator {\n      name\n    }\n    ... on Customer {\n      name\n    }\n    ... on Agent {\n      name\n    }\n  }\n}"): typeof import('./graphql.ts').ActorNamesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Home($decides: Boolean!, $seesKeys: Boolean!, $seesWebhooks: Boolean!, $seesRuns: Boolean!, $seesPictures: Boolean!, $seesHold: Boolean!) {\n  health {\n    status\n    checkedAt\n    connections {\n      name\n      ok\n      required\n    }\n  }\n  deletionHold @include(if: $seesHold) {\n    reason\n    since\n    lastNotedAt\n    databaseTime\n    processTime\n  }\n  endings @include(if: $seesHold) {\n    kind\n    subjectId\n    title\n    endsAt\n    daysBefore\n  }\n  approvalInbox(first: 3) @include(if: $decides) {\n    totalCount\n    totalIsExact\n    nodes {\n      id\n      title\n      expiresAt\n    }\n  }\n  providerKeys(first: 3, filter: {isFailing: true, isService: true}) @include(if: $seesKeys) {\n    nodes {\n      id\n      provider\n      failingSince\n    }\n  }\n  webhooks(first: 3, filter: {state: FAILING}) @include(if: $seesWebhooks) {\n    nodes {\n      id\n      url\n      failingSince\n    }\n  }\n  assets(first: 12, filter: {status: [LIVE]}) @include(if: $seesPictures) {\n    nodes {\n      id\n      title\n      file {\n        narrow: url(width: 320)\n      }\n    }\n  }\n  usage(groupBy: TASK) @include(if: $seesRuns) {\n    group\n    runs\n    costMicros\n    simulatedRuns\n    runsOfUnknownCost\n  }\n}"): typeof import('./graphql.ts').HomeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PermissionNames {\n  permissions {\n    name\n    title\n    roles\n  }\n}"): typeof import('./graphql.ts').PermissionNamesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ResumeDeletion($input: ResumeDeletionInput!) {\n  resumeDeletion(input: $input) {\n    ... on ResumedDeletion {\n      wasHeld\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ResumeDeletionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WhoAsks {\n  viewer {\n    actor\n    name\n    roles\n    permissions\n    approvalsWaiting\n    credential {\n      kind\n      confirmedAt\n    }\n  }\n}"): typeof import('./graphql.ts').WhoAsksDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
