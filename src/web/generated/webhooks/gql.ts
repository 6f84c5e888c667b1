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
    "mutation CreateWebhook($input: CreateWebhookInput!) {\n  createWebhook(input: $input) {\n    ... on CreatedWebhook {\n      secret\n      webhook {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.CreateWebhookDocument,
    "mutation DeleteWebhook($input: DeleteWebhookInput!) {\n  deleteWebhook(input: $input) {\n    ... on DeletedWebhook {\n      webhookId\n    }\n    ...ProblemFields\n  }\n}": typeof types.DeleteWebhookDocument,
    "query EventsForWebhooks {\n  webhookEvents {\n    name\n    description\n  }\n}": typeof types.EventsForWebhooksDocument,
    "mutation ReplayDelivery($input: ReplayDeliveryInput!) {\n  replayDelivery(input: $input) {\n    ... on ReplayedDelivery {\n      delivery {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.ReplayDeliveryDocument,
    "mutation ReplayWebhook($input: ReplayWebhookInput!) {\n  replayWebhook(input: $input) {\n    ... on ReplayedWebhook {\n      count\n    }\n    ...ProblemFields\n  }\n}": typeof types.ReplayWebhookDocument,
    "mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {\n  rotateWebhookSecret(input: $input) {\n    ... on RotatedWebhookSecret {\n      secret\n    }\n    ...ProblemFields\n  }\n}": typeof types.RotateWebhookSecretDocument,
    "mutation SendTestWebhook($input: SendTestWebhookInput!) {\n  sendTestWebhook(input: $input) {\n    ... on SentTestWebhook {\n      delivery {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.SendTestWebhookDocument,
    "mutation UpdateWebhook($input: UpdateWebhookInput!) {\n  updateWebhook(input: $input) {\n    ... on UpdatedWebhook {\n      webhook {\n        id\n      }\n    }\n    ...ProblemFields\n    ... on WebhookChanged {\n      version\n      webhook {\n        url\n        description\n        eventNames\n        includesCustomers\n      }\n    }\n  }\n}": typeof types.UpdateWebhookDocument,
    "query WebhookById($id: ID!) {\n  webhook(id: $id) {\n    id\n    customerId\n    url\n    description\n    eventNames\n    includesCustomers\n    state\n    disabledBecause\n    failingSince\n    previousSecretUntil\n    version\n    createdAt\n  }\n}": typeof types.WebhookByIdDocument,
    "query WebhookDeliveries($filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  webhookDeliveries(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      eventName\n      isTest\n      state\n      occurredAt\n      attemptCount\n      nextAttemptAt\n      attempts {\n        number\n        outcome\n        statusCode\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.WebhookDeliveriesDocument,
    "query WebhookDeliveryById($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on WebhookDelivery {\n      id\n      eventId\n      eventName\n      isTest\n      state\n      payload\n      occurredAt\n      createdAt\n      endedAt\n      attemptCount\n      nextAttemptAt\n      attempts {\n        number\n        startedAt\n        outcome\n        statusCode\n        durationMs\n      }\n    }\n  }\n}": typeof types.WebhookDeliveryByIdDocument,
    "query WebhookList($filter: WebhookFilter, $orderBy: WebhookOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  webhooks(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      customerId\n      url\n      description\n      eventNames\n      state\n      disabledBecause\n      failingSince\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.WebhookListDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "mutation CreateWebhook($input: CreateWebhookInput!) {\n  createWebhook(input: $input) {\n    ... on CreatedWebhook {\n      secret\n      webhook {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.CreateWebhookDocument,
    "mutation DeleteWebhook($input: DeleteWebhookInput!) {\n  deleteWebhook(input: $input) {\n    ... on DeletedWebhook {\n      webhookId\n    }\n    ...ProblemFields\n  }\n}": types.DeleteWebhookDocument,
    "query EventsForWebhooks {\n  webhookEvents {\n    name\n    description\n  }\n}": types.EventsForWebhooksDocument,
    "mutation ReplayDelivery($input: ReplayDeliveryInput!) {\n  replayDelivery(input: $input) {\n    ... on ReplayedDelivery {\n      delivery {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.ReplayDeliveryDocument,
    "mutation ReplayWebhook($input: ReplayWebhookInput!) {\n  replayWebhook(input: $input) {\n    ... on ReplayedWebhook {\n      count\n    }\n    ...ProblemFields\n  }\n}": types.ReplayWebhookDocument,
    "mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {\n  rotateWebhookSecret(input: $input) {\n    ... on RotatedWebhookSecret {\n      secret\n    }\n    ...ProblemFields\n  }\n}": types.RotateWebhookSecretDocument,
    "mutation SendTestWebhook($input: SendTestWebhookInput!) {\n  sendTestWebhook(input: $input) {\n    ... on SentTestWebhook {\n      delivery {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.SendTestWebhookDocument,
    "mutation UpdateWebhook($input: UpdateWebhookInput!) {\n  updateWebhook(input: $input) {\n    ... on UpdatedWebhook {\n      webhook {\n        id\n      }\n    }\n    ...ProblemFields\n    ... on WebhookChanged {\n      version\n      webhook {\n        url\n        description\n        eventNames\n        includesCustomers\n      }\n    }\n  }\n}": types.UpdateWebhookDocument,
    "query WebhookById($id: ID!) {\n  webhook(id: $id) {\n    id\n    customerId\n    url\n    description\n    eventNames\n    includesCustomers\n    state\n    disabledBecause\n    failingSince\n    previousSecretUntil\n    version\n    createdAt\n  }\n}": types.WebhookByIdDocument,
    "query WebhookDeliveries($filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  webhookDeliveries(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      eventName\n      isTest\n      state\n      occurredAt\n      attemptCount\n      nextAttemptAt\n      attempts {\n        number\n        outcome\n        statusCode\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.WebhookDeliveriesDocument,
    "query WebhookDeliveryById($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on WebhookDelivery {\n      id\n      eventId\n      eventName\n      isTest\n      state\n      payload\n      occurredAt\n      createdAt\n      endedAt\n      attemptCount\n      nextAttemptAt\n      attempts {\n        number\n        startedAt\n        outcome\n        statusCode\n        durationMs\n      }\n    }\n  }\n}": types.WebhookDeliveryByIdDocument,
    "query WebhookList($filter: WebhookFilter, $orderBy: WebhookOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  webhooks(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      customerId\n      url\n      description\n      eventNames\n      state\n      disabledBecause\n      failingSince\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.WebhookListDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateWebhook($input: CreateWebhookInput!) {\n  createWebhook(input: $input) {\n    ... on CreatedWebhook {\n      secret\n      webhook {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').CreateWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteWebhook($input: DeleteWebhookInput!) {\n  deleteWebhook(input: $input) {\n    ... on DeletedWebhook {\n      webhookId\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').DeleteWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query EventsForWebhooks {\n  webhookEvents {\n    name\n    description\n  }\n}"): typeof import('./graphql.ts').EventsForWebhooksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ReplayDelivery($input: ReplayDeliveryInput!) {\n  replayDelivery(input: $input) {\n    ... on ReplayedDelivery {\n      delivery {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ReplayDeliveryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ReplayWebhook($input: ReplayWebhookInput!) {\n  replayWebhook(input: $input) {\n    ... on ReplayedWebhook {\n      count\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ReplayWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {\n  rotateWebhookSecret(input: $input) {\n    ... on RotatedWebhookSecret {\n      secret\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RotateWebhookSecretDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SendTestWebhook($input: SendTestWebhookInput!) {\n  sendTestWebhook(input: $input) {\n    ... on SentTestWebhook {\n      delivery {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').SendTestWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateWebhook($input: UpdateWebhookInput!) {\n  updateWebhook(input: $input) {\n    ... on UpdatedWebhook {\n      webhook {\n        id\n      }\n    }\n    ...ProblemFields\n    ... on WebhookChanged {\n      version\n      webhook {\n        url\n        description\n        eventNames\n        includesCustomers\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').UpdateWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WebhookById($id: ID!) {\n  webhook(id: $id) {\n    id\n    customerId\n    url\n    description\n    eventNames\n    includesCustomers\n    state\n    disabledBecause\n    failingSince\n    previousSecretUntil\n    version\n    createdAt\n  }\n}"): typeof import('./graphql.ts').WebhookByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WebhookDeliveries($filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {\n  webhookDeliveries(\n    filter: $filter\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      eventName\n      isTest\n      state\n      occurredAt\n      attemptCount\n      nextAttemptAt\n      attempts {\n        number\n        outcome\n        statusCode\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').WebhookDeliveriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WebhookDeliveryById($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on WebhookDelivery {\n      id\n      eventId\n      eventName\n      isTest\n      state\n      payload\n      occurredAt\n      createdAt\n      endedAt\n      attemptCount\n      nextAttemptAt\n      attempts {\n        number\n        startedAt\n        outcome\n        statusCode\n        durationMs\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').WebhookDeliveryByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WebhookList($filter: WebhookFilter, $orderBy: WebhookOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  webhooks(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      customerId\n      url\n      description\n      eventNames\n      state\n      disabledBecause\n      failingSince\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').WebhookListDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
