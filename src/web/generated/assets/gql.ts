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
    "mutation ArchivePictures($input: ArchiveAssetsInput!) {\n  archiveAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": typeof types.ArchivePicturesDocument,
    "query BankTags($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  tags(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      key\n      label\n      assetCount\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.BankTagsDocument,
    "query Bank($filter: AssetFilter, $orderBy: AssetOrder, $first: Int, $after: String, $isFirst: Boolean!) {\n  assets(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {\n    nodes {\n      id\n      title\n      status\n      thumbhash\n      dominantColor\n      file {\n        width\n        height\n        narrow: url(width: 320)\n        wide: url(width: 640)\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount @include(if: $isFirst)\n    totalIsExact @include(if: $isFirst)\n  }\n}": typeof types.BankDocument,
    "fragment MoveFields on ChangedAssets {\n  changedCount\n  results {\n    assetId\n    isChanged\n    problem {\n      code\n      message\n      ... on InputInvalid {\n        issues {\n          message\n        }\n      }\n    }\n  }\n}": typeof types.MoveFieldsFragmentDoc,
    "fragment PictureFields on Asset {\n  id\n  title\n  alt\n  tags\n  status\n  origin\n  source\n  licence\n  credit\n  validFrom\n  validUntil\n  version\n  createdAt\n  updatedAt\n  thumbhash\n  dominantColor\n  file {\n    url\n    screen: url(width: 1280)\n    thumbnail: url(width: 320)\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n}": typeof types.PictureFieldsFragmentDoc,
    "query Picture($id: ID!) {\n  asset(id: $id) {\n    ...PictureFields\n    seal {\n      id\n      status\n      sealedAt\n      logIndex\n      verificationUrl\n    }\n    render {\n      id\n      prompt\n      provider\n      model\n      runId\n      completedAt\n    }\n  }\n}": typeof types.PictureDocument,
    "mutation PurgePictures($input: PurgeAssetsInput!) {\n  purgeAssets(input: $input) {\n    __typename\n    ... on PurgedAssets {\n      purgedCount\n      results {\n        assetId\n        isNew\n        areBytesGone\n        problem {\n          code\n          message\n        }\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.PurgePicturesDocument,
    "mutation QuarantinePictures($input: QuarantineAssetsInput!) {\n  quarantineAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": typeof types.QuarantinePicturesDocument,
    "mutation ReleasePictures($input: ReleaseAssetsInput!) {\n  releaseAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": typeof types.ReleasePicturesDocument,
    "mutation RestorePictures($input: RestoreAssetsInput!) {\n  restoreAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": typeof types.RestorePicturesDocument,
    "mutation SealPicture($input: SealAssetInput!) {\n  sealAsset(input: $input) {\n    __typename\n    ... on SealedAsset {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.SealPictureDocument,
    "query TagList($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  tags(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      label\n      assetCount\n      aliasOf {\n        id\n        label\n      }\n      aliases {\n        id\n        label\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.TagListDocument,
    "mutation TagPictures($input: TagAssetsInput!) {\n  tagAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": typeof types.TagPicturesDocument,
    "mutation TrashPictures($input: TrashAssetsInput!) {\n  trashAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": typeof types.TrashPicturesDocument,
    "mutation UpdatePicture($input: UpdateAssetInput!) {\n  updateAsset(input: $input) {\n    __typename\n    ... on UpdatedAsset {\n      isChanged\n      asset {\n        ...PictureFields\n      }\n    }\n    ... on AssetConflict {\n      version\n      changedBy\n      changedAt\n      differences {\n        field\n        wanted\n        stands\n      }\n      asset {\n        ...PictureFields\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.UpdatePictureDocument,
    "mutation UploadPicture($input: CreateAssetInput!) {\n  createAsset(input: $input) {\n    __typename\n    ... on CreatedAsset {\n      duplicateOf\n      notApplied {\n        field\n        values\n        reason\n      }\n      asset {\n        id\n        title\n        status\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.UploadPictureDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "mutation ArchivePictures($input: ArchiveAssetsInput!) {\n  archiveAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": types.ArchivePicturesDocument,
    "query BankTags($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  tags(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      key\n      label\n      assetCount\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.BankTagsDocument,
    "query Bank($filter: AssetFilter, $orderBy: AssetOrder, $first: Int, $after: String, $isFirst: Boolean!) {\n  assets(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {\n    nodes {\n      id\n      title\n      status\n      thumbhash\n      dominantColor\n      file {\n        width\n        height\n        narrow: url(width: 320)\n        wide: url(width: 640)\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount @include(if: $isFirst)\n    totalIsExact @include(if: $isFirst)\n  }\n}": types.BankDocument,
    "fragment MoveFields on ChangedAssets {\n  changedCount\n  results {\n    assetId\n    isChanged\n    problem {\n      code\n      message\n      ... on InputInvalid {\n        issues {\n          message\n        }\n      }\n    }\n  }\n}": types.MoveFieldsFragmentDoc,
    "fragment PictureFields on Asset {\n  id\n  title\n  alt\n  tags\n  status\n  origin\n  source\n  licence\n  credit\n  validFrom\n  validUntil\n  version\n  createdAt\n  updatedAt\n  thumbhash\n  dominantColor\n  file {\n    url\n    screen: url(width: 1280)\n    thumbnail: url(width: 320)\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n}": types.PictureFieldsFragmentDoc,
    "query Picture($id: ID!) {\n  asset(id: $id) {\n    ...PictureFields\n    seal {\n      id\n      status\n      sealedAt\n      logIndex\n      verificationUrl\n    }\n    render {\n      id\n      prompt\n      provider\n      model\n      runId\n      completedAt\n    }\n  }\n}": types.PictureDocument,
    "mutation PurgePictures($input: PurgeAssetsInput!) {\n  purgeAssets(input: $input) {\n    __typename\n    ... on PurgedAssets {\n      purgedCount\n      results {\n        assetId\n        isNew\n        areBytesGone\n        problem {\n          code\n          message\n        }\n      }\n    }\n    ...ProblemFields\n  }\n}": types.PurgePicturesDocument,
    "mutation QuarantinePictures($input: QuarantineAssetsInput!) {\n  quarantineAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": types.QuarantinePicturesDocument,
    "mutation ReleasePictures($input: ReleaseAssetsInput!) {\n  releaseAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": types.ReleasePicturesDocument,
    "mutation RestorePictures($input: RestoreAssetsInput!) {\n  restoreAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": types.RestorePicturesDocument,
    "mutation SealPicture($input: SealAssetInput!) {\n  sealAsset(input: $input) {\n    __typename\n    ... on SealedAsset {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.SealPictureDocument,
    "query TagList($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  tags(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      label\n      assetCount\n      aliasOf {\n        id\n        label\n      }\n      aliases {\n        id\n        label\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.TagListDocument,
    "mutation TagPictures($input: TagAssetsInput!) {\n  tagAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": types.TagPicturesDocument,
    "mutation TrashPictures($input: TrashAssetsInput!) {\n  trashAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}": types.TrashPicturesDocument,
    "mutation UpdatePicture($input: UpdateAssetInput!) {\n  updateAsset(input: $input) {\n    __typename\n    ... on UpdatedAsset {\n      isChanged\n      asset {\n        ...PictureFields\n      }\n    }\n    ... on AssetConflict {\n      version\n      changedBy\n      changedAt\n      differences {\n        field\n        wanted\n        stands\n      }\n      asset {\n        ...PictureFields\n      }\n    }\n    ...ProblemFields\n  }\n}": types.UpdatePictureDocument,
    "mutation UploadPicture($input: CreateAssetInput!) {\n  createAsset(input: $input) {\n    __typename\n    ... on CreatedAsset {\n      duplicateOf\n      notApplied {\n        field\n        values\n        reason\n      }\n      asset {\n        id\n        title\n        status\n      }\n    }\n    ...ProblemFields\n  }\n}": types.UploadPictureDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ArchivePictures($input: ArchiveAssetsInput!) {\n  archiveAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ArchivePicturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query BankTags($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  tags(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      key\n      label\n      assetCount\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').BankTagsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Bank($filter: AssetFilter, $orderBy: AssetOrder, $first: Int, $after: String, $isFirst: Boolean!) {\n  assets(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {\n    nodes {\n      id\n      title\n      status\n      thumbhash\n      dominantColor\n      file {\n        width\n        height\n        narrow: url(width: 320)\n        wide: url(width: 640)\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount @include(if: $isFirst)\n    totalIsExact @include(if: $isFirst)\n  }\n}"): typeof import('./graphql.ts').BankDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment MoveFields on ChangedAssets {\n  changedCount\n  results {\n    assetId\n    isChanged\n    problem {\n      code\n      message\n      ... on InputInvalid {\n        issues {\n          message\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').MoveFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment PictureFields on Asset {\n  id\n  title\n  alt\n  tags\n  status\n  origin\n  source\n  licence\n  credit\n  validFrom\n  validUntil\n  version\n  createdAt\n  updatedAt\n  thumbhash\n  dominantColor\n  file {\n    url\n    screen: url(width: 1280)\n    thumbnail: url(width: 320)\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n}"): typeof import('./graphql.ts').PictureFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Picture($id: ID!) {\n  asset(id: $id) {\n    ...PictureFields\n    seal {\n      id\n      status\n      sealedAt\n      logIndex\n      verificationUrl\n    }\n    render {\n      id\n      prompt\n      provider\n      model\n      runId\n      completedAt\n    }\n  }\n}"): typeof import('./graphql.ts').PictureDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation PurgePictures($input: PurgeAssetsInput!) {\n  purgeAssets(input: $input) {\n    __typename\n    ... on PurgedAssets {\n      purgedCount\n      results {\n        assetId\n        isNew\n        areBytesGone\n        problem {\n          code\n          message\n        }\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').PurgePicturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation QuarantinePictures($input: QuarantineAssetsInput!) {\n  quarantineAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').QuarantinePicturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ReleasePictures($input: ReleaseAssetsInput!) {\n  releaseAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ReleasePicturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RestorePictures($input: RestoreAssetsInput!) {\n  restoreAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RestorePicturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SealPicture($input: SealAssetInput!) {\n  sealAsset(input: $input) {\n    __typename\n    ... on SealedAsset {\n      seal {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').SealPictureDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TagList($filter: TagFilter, $orderBy: TagOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  tags(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      label\n      assetCount\n      aliasOf {\n        id\n        label\n      }\n      aliases {\n        id\n        label\n      }\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').TagListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation TagPictures($input: TagAssetsInput!) {\n  tagAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').TagPicturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation TrashPictures($input: TrashAssetsInput!) {\n  trashAssets(input: $input) {\n    __typename\n    ...MoveFields\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').TrashPicturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdatePicture($input: UpdateAssetInput!) {\n  updateAsset(input: $input) {\n    __typename\n    ... on UpdatedAsset {\n      isChanged\n      asset {\n        ...PictureFields\n      }\n    }\n    ... on AssetConflict {\n      version\n      changedBy\n      changedAt\n      differences {\n        field\n        wanted\n        stands\n      }\n      asset {\n        ...PictureFields\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').UpdatePictureDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UploadPicture($input: CreateAssetInput!) {\n  createAsset(input: $input) {\n    __typename\n    ... on CreatedAsset {\n      duplicateOf\n      notApplied {\n        field\n        values\n        reason\n      }\n      asset {\n        id\n        title\n        status\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').UploadPictureDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
