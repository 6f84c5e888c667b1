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
    "mutation EraseSeal($input: EraseSealInput!) {\n  eraseSeal(input: $input) {\n    ... on ErasedSeal {\n      sealId\n      logIndex\n    }\n    ...ProblemFields\n  }\n}": typeof types.EraseSealDocument,
    "query LogNow {\n  transparencyLog {\n    origin\n    verifierKey\n    openedAt\n    earlier\n    size\n    frozen\n    quorum\n    checkpoint {\n      size\n      root\n      publishedAt\n    }\n    cosigned {\n      size\n      publishedAt\n    }\n    witnesses {\n      name\n      cosignedSize\n      cosignedAt\n      dispute\n    }\n  }\n}": typeof types.LogNowDocument,
    "mutation RevokeSeal($input: RevokeSealInput!) {\n  revokeSeal(input: $input) {\n    ... on RevokedSeal {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.RevokeSealDocument,
    "query SealById($id: ID!) {\n  seal(id: $id) {\n    id\n    subject\n    status\n    isPrivate\n    submitter\n    sha256\n    byteLength\n    mediaType\n    keyId\n    logIndex\n    sealedAt\n    bytesPurgedAt\n    verificationUrl\n    bundleUrl\n    disclaimer {\n      id\n      language\n      version\n    }\n    asset {\n      id\n      title\n      alt\n      status\n      thumbhash\n      dominantColor\n      file {\n        screen: url(width: 640)\n        width\n        height\n      }\n    }\n    run {\n      id\n      task\n    }\n    supersededBy {\n      id\n      sealedAt\n      status\n    }\n    statusHistory {\n      status\n      reason\n      changedBy\n      changedAt\n      logIndex\n    }\n    evidence {\n      logOrigin\n      treeSize\n      root\n      publishedAt\n      witnesses\n      hasTimeStamp\n      stampedAt\n    }\n  }\n}": typeof types.SealByIdDocument,
    "query SealList($filter: SealFilter, $orderBy: SealOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  seals(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      subject\n      status\n      isPrivate\n      submitter\n      sha256\n      byteLength\n      mediaType\n      logIndex\n      sealedAt\n      bytesPurgedAt\n      asset {\n        id\n        title\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.SealListDocument,
    "mutation SupersedeSeal($input: SupersedeSealInput!) {\n  supersedeSeal(input: $input) {\n    ... on SupersededSeal {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.SupersedeSealDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "mutation EraseSeal($input: EraseSealInput!) {\n  eraseSeal(input: $input) {\n    ... on ErasedSeal {\n      sealId\n      logIndex\n    }\n    ...ProblemFields\n  }\n}": types.EraseSealDocument,
    "query LogNow {\n  transparencyLog {\n    origin\n    verifierKey\n    openedAt\n    earlier\n    size\n    frozen\n    quorum\n    checkpoint {\n      size\n      root\n      publishedAt\n    }\n    cosigned {\n      size\n      publishedAt\n    }\n    witnesses {\n      name\n      cosignedSize\n      cosignedAt\n      dispute\n    }\n  }\n}": types.LogNowDocument,
    "mutation RevokeSeal($input: RevokeSealInput!) {\n  revokeSeal(input: $input) {\n    ... on RevokedSeal {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.RevokeSealDocument,
    "query SealById($id: ID!) {\n  seal(id: $id) {\n    id\n    subject\n    status\n    isPrivate\n    submitter\n    sha256\n    byteLength\n    mediaType\n    keyId\n    logIndex\n    sealedAt\n    bytesPurgedAt\n    verificationUrl\n    bundleUrl\n    disclaimer {\n      id\n      language\n      version\n    }\n    asset {\n      id\n      title\n      alt\n      status\n      thumbhash\n      dominantColor\n      file {\n        screen: url(width: 640)\n        width\n        height\n      }\n    }\n    run {\n      id\n      task\n    }\n    supersededBy {\n      id\n      sealedAt\n      status\n    }\n    statusHistory {\n      status\n      reason\n      changedBy\n      changedAt\n      logIndex\n    }\n    evidence {\n      logOrigin\n      treeSize\n      root\n      publishedAt\n      witnesses\n      hasTimeStamp\n      stampedAt\n    }\n  }\n}": types.SealByIdDocument,
    "query SealList($filter: SealFilter, $orderBy: SealOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  seals(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      subject\n      status\n      isPrivate\n      submitter\n      sha256\n      byteLength\n      mediaType\n      logIndex\n      sealedAt\n      bytesPurgedAt\n      asset {\n        id\n        title\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.SealListDocument,
    "mutation SupersedeSeal($input: SupersedeSealInput!) {\n  supersedeSeal(input: $input) {\n    ... on SupersededSeal {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.SupersedeSealDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation EraseSeal($input: EraseSealInput!) {\n  eraseSeal(input: $input) {\n    ... on ErasedSeal {\n      sealId\n      logIndex\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').EraseSealDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LogNow {\n  transparencyLog {\n    origin\n    verifierKey\n    openedAt\n    earlier\n    size\n    frozen\n    quorum\n    checkpoint {\n      size\n      root\n      publishedAt\n    }\n    cosigned {\n      size\n      publishedAt\n    }\n    witnesses {\n      name\n      cosignedSize\n      cosignedAt\n      dispute\n    }\n  }\n}"): typeof import('./graphql.ts').LogNowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokeSeal($input: RevokeSealInput!) {\n  revokeSeal(input: $input) {\n    ... on RevokedSeal {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RevokeSealDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query SealById($id: ID!) {\n  seal(id: $id) {\n    id\n    subject\n    status\n    isPrivate\n    submitter\n    sha256\n    byteLength\n    mediaType\n    keyId\n    logIndex\n    sealedAt\n    bytesPurgedAt\n    verificationUrl\n    bundleUrl\n    disclaimer {\n      id\n      language\n      version\n    }\n    asset {\n      id\n      title\n      alt\n      status\n      thumbhash\n      dominantColor\n      file {\n        screen: url(width: 640)\n        width\n        height\n      }\n    }\n    run {\n      id\n      task\n    }\n    supersededBy {\n      id\n      sealedAt\n      status\n    }\n    statusHistory {\n      status\n      reason\n      changedBy\n      changedAt\n      logIndex\n    }\n    evidence {\n      logOrigin\n      treeSize\n      root\n      publishedAt\n      witnesses\n      hasTimeStamp\n      stampedAt\n    }\n  }\n}"): typeof import('./graphql.ts').SealByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query SealList($filter: SealFilter, $orderBy: SealOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  seals(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      subject\n      status\n      isPrivate\n      submitter\n      sha256\n      byteLength\n      mediaType\n      logIndex\n      sealedAt\n      bytesPurgedAt\n      asset {\n        id\n        title\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').SealListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SupersedeSeal($input: SupersedeSealInput!) {\n  supersedeSeal(input: $input) {\n    ... on SupersededSeal {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').SupersedeSealDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
