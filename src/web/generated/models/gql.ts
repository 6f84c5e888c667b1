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
    "query CatalogueVersionByNumber($number: Int!) {\n  catalogueVersion(number: $number) {\n    id\n    number\n    publishedAt\n    publishedBy\n    reason\n    restoredFrom\n    sha256\n    changes {\n      count\n      changes {\n        operation\n        pointer\n        before\n        after\n      }\n    }\n  }\n}": typeof types.CatalogueVersionByNumberDocument,
    "query CatalogueVersionList($first: Int, $after: String, $last: Int, $before: String) {\n  catalogueVersions(first: $first, after: $after, last: $last, before: $before) {\n    nodes {\n      id\n      number\n      publishedAt\n      publishedBy\n      reason\n      restoredFrom\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.CatalogueVersionListDocument,
    "query ModelDeployments {\n  deployments {\n    name\n    provider\n    kind\n    contextWindow\n    dataClass\n    takesTools\n    takesOutputSchema\n    confidence\n    retention {\n      kind\n      days\n      setting\n      note\n    }\n    slots {\n      name\n    }\n    price {\n      perRequestMicros\n      tiers {\n        aboveInputTokens\n        inputMicros\n        cachedInputMicros\n        cacheWriteMicros\n        outputMicros\n      }\n    }\n  }\n}": typeof types.ModelDeploymentsDocument,
    "query ModelPrices($at: DateTime, $deployment: String) {\n  prices(at: $at, deployment: $deployment) {\n    deployment {\n      name\n    }\n    validFrom\n    validUntil\n    source\n    perRequestMicros\n    tiers {\n      aboveInputTokens\n      inputMicros\n      cachedInputMicros\n      cacheWriteMicros\n      outputMicros\n    }\n    images {\n      tokenMicros\n    }\n    peak {\n      factor\n    }\n  }\n}": typeof types.ModelPricesDocument,
    "query ModelSlots {\n  clusters {\n    name\n    title\n    purpose\n    slots {\n      name\n      purpose\n      task {\n        name\n        title\n        kind\n        gates\n      }\n      deployments {\n        preferred {\n          name\n        }\n        alternates {\n          name\n        }\n        economy {\n          name\n        }\n      }\n    }\n  }\n}": typeof types.ModelSlotsDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query CatalogueVersionByNumber($number: Int!) {\n  catalogueVersion(number: $number) {\n    id\n    number\n    publishedAt\n    publishedBy\n    reason\n    restoredFrom\n    sha256\n    changes {\n      count\n      changes {\n        operation\n        pointer\n        before\n        after\n      }\n    }\n  }\n}": types.CatalogueVersionByNumberDocument,
    "query CatalogueVersionList($first: Int, $after: String, $last: Int, $before: String) {\n  catalogueVersions(first: $first, after: $after, last: $last, before: $before) {\n    nodes {\n      id\n      number\n      publishedAt\n      publishedBy\n      reason\n      restoredFrom\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.CatalogueVersionListDocument,
    "query ModelDeployments {\n  deployments {\n    name\n    provider\n    kind\n    contextWindow\n    dataClass\n    takesTools\n    takesOutputSchema\n    confidence\n    retention {\n      kind\n      days\n      setting\n      note\n    }\n    slots {\n      name\n    }\n    price {\n      perRequestMicros\n      tiers {\n        aboveInputTokens\n        inputMicros\n        cachedInputMicros\n        cacheWriteMicros\n        outputMicros\n      }\n    }\n  }\n}": types.ModelDeploymentsDocument,
    "query ModelPrices($at: DateTime, $deployment: String) {\n  prices(at: $at, deployment: $deployment) {\n    deployment {\n      name\n    }\n    validFrom\n    validUntil\n    source\n    perRequestMicros\n    tiers {\n      aboveInputTokens\n      inputMicros\n      cachedInputMicros\n      cacheWriteMicros\n      outputMicros\n    }\n    images {\n      tokenMicros\n    }\n    peak {\n      factor\n    }\n  }\n}": types.ModelPricesDocument,
    "query ModelSlots {\n  clusters {\n    name\n    title\n    purpose\n    slots {\n      name\n      purpose\n      task {\n        name\n        title\n        kind\n        gates\n      }\n      deployments {\n        preferred {\n          name\n        }\n        alternates {\n          name\n        }\n        economy {\n          name\n        }\n      }\n    }\n  }\n}": types.ModelSlotsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CatalogueVersionByNumber($number: Int!) {\n  catalogueVersion(number: $number) {\n    id\n    number\n    publishedAt\n    publishedBy\n    reason\n    restoredFrom\n    sha256\n    changes {\n      count\n      changes {\n        operation\n        pointer\n        before\n        after\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').CatalogueVersionByNumberDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CatalogueVersionList($first: Int, $after: String, $last: Int, $before: String) {\n  catalogueVersions(first: $first, after: $after, last: $last, before: $before) {\n    nodes {\n      id\n      number\n      publishedAt\n      publishedBy\n      reason\n      restoredFrom\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').CatalogueVersionListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ModelDeployments {\n  deployments {\n    name\n    provider\n    kind\n    contextWindow\n    dataClass\n    takesTools\n    takesOutputSchema\n    confidence\n    retention {\n      kind\n      days\n      setting\n      note\n    }\n    slots {\n      name\n    }\n    price {\n      perRequestMicros\n      tiers {\n        aboveInputTokens\n        inputMicros\n        cachedInputMicros\n        cacheWriteMicros\n        outputMicros\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').ModelDeploymentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ModelPrices($at: DateTime, $deployment: String) {\n  prices(at: $at, deployment: $deployment) {\n    deployment {\n      name\n    }\n    validFrom\n    validUntil\n    source\n    perRequestMicros\n    tiers {\n      aboveInputTokens\n      inputMicros\n      cachedInputMicros\n      cacheWriteMicros\n      outputMicros\n    }\n    images {\n      tokenMicros\n    }\n    peak {\n      factor\n    }\n  }\n}"): typeof import('./graphql.ts').ModelPricesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ModelSlots {\n  clusters {\n    name\n    title\n    purpose\n    slots {\n      name\n      purpose\n      task {\n        name\n        title\n        kind\n        gates\n      }\n      deployments {\n        preferred {\n          name\n        }\n        alternates {\n          name\n        }\n        economy {\n          name\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').ModelSlotsDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
