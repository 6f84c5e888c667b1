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
    "query OneSetting($name: SettingName!) {\n  settings(names: [$name]) {\n    name\n    title\n    section\n    description\n    environmentVariable\n    isSecret\n    unit\n    zeroMeans\n    minimum\n    maximum\n    maxLength\n    permission\n    roles\n    version\n    origin\n    value {\n      ...SettingValueFields\n    }\n    startOrigin\n    startValue {\n      ...SettingValueFields\n    }\n    defaultValue {\n      ...SettingValueFields\n    }\n    updatedAt\n    updatedBy\n    lastUsedAt\n    earlierSecrets {\n      fingerprint\n      validUntil\n      lastUsedAt\n    }\n    history(first: 20) {\n      changedAt\n      changedBy\n      fromOrigin\n      from {\n        ...SettingValueFields\n      }\n      toOrigin\n      to {\n        ...SettingValueFields\n      }\n      overlapHours\n    }\n  }\n}": typeof types.OneSettingDocument,
    "mutation RevokeInboundSecret($input: RevokeIntegrationsInboundSecretInput!) {\n  revokeIntegrationsInboundSecret(input: $input) {\n    ... on RevokedIntegrationsInboundSecret {\n      __typename\n    }\n    ...ProblemFields\n  }\n}": typeof types.RevokeInboundSecretDocument,
    "mutation RotateInboundSecret($input: RotateIntegrationsInboundSecretInput!) {\n  rotateIntegrationsInboundSecret(input: $input) {\n    ... on RotatedIntegrationsInboundSecret {\n      secret\n      fingerprint\n    }\n    ...ProblemFields\n    ... on SettingChanged {\n      version\n    }\n  }\n}": typeof types.RotateInboundSecretDocument,
    "mutation SetSetting($input: ChangeSettingInput!) {\n  changeSetting(input: $input) {\n    ... on ChangedSetting {\n      __typename\n      setting {\n        name\n        version\n      }\n    }\n    ...ProblemFields\n    ... on ChangeHeld {\n      approvalId\n    }\n    ... on SettingChanged {\n      version\n    }\n  }\n}": typeof types.SetSettingDocument,
    "query SettingList {\n  settings {\n    name\n    title\n    section\n    description\n    environmentVariable\n    isSecret\n    unit\n    zeroMeans\n    origin\n    value {\n      ...SettingValueFields\n    }\n    updatedAt\n    updatedBy\n  }\n}": typeof types.SettingListDocument,
    "fragment SettingValueFields on SettingValue {\n  __typename\n  ... on BooleanValue {\n    boolean\n  }\n  ... on IntegerValue {\n    integer\n  }\n  ... on TextValue {\n    text\n  }\n  ... on SecretValue {\n    fingerprint\n  }\n}": typeof types.SettingValueFieldsFragmentDoc,
    "mutation TryInboundSecret($input: SendIntegrationsTestRequestInput!) {\n  sendIntegrationsTestRequest(input: $input) {\n    ... on SentIntegrationsTestRequest {\n      isAccepted\n      status\n      durationMs\n      url\n    }\n    ...ProblemFields\n  }\n}": typeof types.TryInboundSecretDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query OneSetting($name: SettingName!) {\n  settings(names: [$name]) {\n    name\n    title\n    section\n    description\n    environmentVariable\n    isSecret\n    unit\n    zeroMeans\n    minimum\n    maximum\n    maxLength\n    permission\n    roles\n    version\n    origin\n    value {\n      ...SettingValueFields\n    }\n    startOrigin\n    startValue {\n      ...SettingValueFields\n    }\n    defaultValue {\n      ...SettingValueFields\n    }\n    updatedAt\n    updatedBy\n    lastUsedAt\n    earlierSecrets {\n      fingerprint\n      validUntil\n      lastUsedAt\n    }\n    history(first: 20) {\n      changedAt\n      changedBy\n      fromOrigin\n      from {\n        ...SettingValueFields\n      }\n      toOrigin\n      to {\n        ...SettingValueFields\n      }\n      overlapHours\n    }\n  }\n}": types.OneSettingDocument,
    "mutation RevokeInboundSecret($input: RevokeIntegrationsInboundSecretInput!) {\n  revokeIntegrationsInboundSecret(input: $input) {\n    ... on RevokedIntegrationsInboundSecret {\n      __typename\n    }\n    ...ProblemFields\n  }\n}": types.RevokeInboundSecretDocument,
    "mutation RotateInboundSecret($input: RotateIntegrationsInboundSecretInput!) {\n  rotateIntegrationsInboundSecret(input: $input) {\n    ... on RotatedIntegrationsInboundSecret {\n      secret\n      fingerprint\n    }\n    ...ProblemFields\n    ... on SettingChanged {\n      version\n    }\n  }\n}": types.RotateInboundSecretDocument,
    "mutation SetSetting($input: ChangeSettingInput!) {\n  changeSetting(input: $input) {\n    ... on ChangedSetting {\n      __typename\n      setting {\n        name\n        version\n      }\n    }\n    ...ProblemFields\n    ... on ChangeHeld {\n      approvalId\n    }\n    ... on SettingChanged {\n      version\n    }\n  }\n}": types.SetSettingDocument,
    "query SettingList {\n  settings {\n    name\n    title\n    section\n    description\n    environmentVariable\n    isSecret\n    unit\n    zeroMeans\n    origin\n    value {\n      ...SettingValueFields\n    }\n    updatedAt\n    updatedBy\n  }\n}": types.SettingListDocument,
    "fragment SettingValueFields on SettingValue {\n  __typename\n  ... on BooleanValue {\n    boolean\n  }\n  ... on IntegerValue {\n    integer\n  }\n  ... on TextValue {\n    text\n  }\n  ... on SecretValue {\n    fingerprint\n  }\n}": types.SettingValueFieldsFragmentDoc,
    "mutation TryInboundSecret($input: SendIntegrationsTestRequestInput!) {\n  sendIntegrationsTestRequest(input: $input) {\n    ... on SentIntegrationsTestRequest {\n      isAccepted\n      status\n      durationMs\n      url\n    }\n    ...ProblemFields\n  }\n}": types.TryInboundSecretDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OneSetting($name: SettingName!) {\n  settings(names: [$name]) {\n    name\n    title\n    section\n    description\n    environmentVariable\n    isSecret\n    unit\n    zeroMeans\n    minimum\n    maximum\n    maxLength\n    permission\n    roles\n    version\n    origin\n    value {\n      ...SettingValueFields\n    }\n    startOrigin\n    startValue {\n      ...SettingValueFields\n    }\n    defaultValue {\n      ...SettingValueFields\n    }\n    updatedAt\n    updatedBy\n    lastUsedAt\n    earlierSecrets {\n      fingerprint\n      validUntil\n      lastUsedAt\n    }\n    history(first: 20) {\n      changedAt\n      changedBy\n      fromOrigin\n      from {\n        ...SettingValueFields\n      }\n      toOrigin\n      to {\n        ...SettingValueFields\n      }\n      overlapHours\n    }\n  }\n}"): typeof import('./graphql.ts').OneSettingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokeInboundSecret($input: RevokeIntegrationsInboundSecretInput!) {\n  revokeIntegrationsInboundSecret(input: $input) {\n    ... on RevokedIntegrationsInboundSecret {\n      __typename\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RevokeInboundSecretDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RotateInboundSecret($input: RotateIntegrationsInboundSecretInput!) {\n  rotateIntegrationsInboundSecret(input: $input) {\n    ... on RotatedIntegrationsInboundSecret {\n      secret\n      fingerprint\n    }\n    ...ProblemFields\n    ... on SettingChanged {\n      version\n    }\n  }\n}"): typeof import('./graphql.ts').RotateInboundSecretDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SetSetting($input: ChangeSettingInput!) {\n  changeSetting(input: $input) {\n    ... on ChangedSetting {\n      __typename\n      setting {\n        name\n        version\n      }\n    }\n    ...ProblemFields\n    ... on ChangeHeld {\n      approvalId\n    }\n    ... on SettingChanged {\n      version\n    }\n  }\n}"): typeof import('./graphql.ts').SetSettingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query SettingList {\n  settings {\n    name\n    title\n    section\n    description\n    environmentVariable\n    isSecret\n    unit\n    zeroMeans\n    origin\n    value {\n      ...SettingValueFields\n    }\n    updatedAt\n    updatedBy\n  }\n}"): typeof import('./graphql.ts').SettingListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment SettingValueFields on SettingValue {\n  __typename\n  ... on BooleanValue {\n    boolean\n  }\n  ... on IntegerValue {\n    integer\n  }\n  ... on TextValue {\n    text\n  }\n  ... on SecretValue {\n    fingerprint\n  }\n}"): typeof import('./graphql.ts').SettingValueFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation TryInboundSecret($input: SendIntegrationsTestRequestInput!) {\n  sendIntegrationsTestRequest(input: $input) {\n    ... on SentIntegrationsTestRequest {\n      isAccepted\n      status\n      durationMs\n      url\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').TryInboundSecretDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
