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
    "fragment AssetFields on Asset {\n  id\n  title\n  alt\n  tags\n  kind\n  origin\n  status\n  source\n  file {\n    url\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n  thumbnailUrl\n  thumbhash\n  dominantColor\n  seal {\n    verificationUrl\n  }\n  createdAt\n}": typeof types.AssetFieldsFragmentDoc,
    "mutation CancelPublishRequest($input: CancelPublishRequestInput!) {\n  cancelPublishRequest(input: $input) {\n    ... on CanceledPublishRequest {\n      __typename\n      publishRequest {\n        ...PublishRequestFields\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.CancelPublishRequestDocument,
    "mutation CreateAsset($input: CreateAssetInput!) {\n  createAsset(input: $input) {\n    ... on CreatedAsset {\n      __typename\n      duplicateOf\n      notApplied {\n        field\n        values\n        reason\n      }\n      asset {\n        ...AssetFields\n      }\n    }\n    ...ProblemFields\n    ... on PictureRefused {\n      reason\n    }\n  }\n}": typeof types.CreateAssetDocument,
    "query ExplainRoute($input: ExplainRouteInput!) {\n  explainRoute(input: $input) {\n    mostMicros\n    inputTokens\n    maxOutputTokens\n    gates\n    isHeld\n    labels\n    decision {\n      policyVersion\n      policySha256\n      catalogueVersion\n      catalogueSha256\n      task\n      slot\n      dataClass\n      path\n      isPastSoftCap\n      isMovedByCap\n      isNotFinal\n      isSimulated\n      refusal {\n        code\n        sentence\n      }\n      candidates {\n        deployment\n        reason\n        sentence\n        credentialSource\n        mostMicros\n      }\n    }\n  }\n}": typeof types.ExplainRouteDocument,
    "mutation FetchPermit($input: FetchPermitInput!) {\n  fetchPermit(input: $input) {\n    ... on FetchedPermit {\n      __typename\n      permit {\n        id\n        state\n        expiresAt\n        usedAt\n      }\n      actionText\n    }\n    ...ProblemFields\n  }\n}": typeof types.FetchPermitDocument,
    "mutation FilePublishRequest($input: FilePublishRequestInput!) {\n  filePublishRequest(input: $input) {\n    ... on FiledPublishRequest {\n      __typename\n      publishRequest {\n        ...PublishRequestFields\n      }\n    }\n    ...ProblemFields\n    ... on PublishRequestBlocked {\n      findings {\n        kind\n        pointer\n        detail\n      }\n    }\n  }\n}": typeof types.FilePublishRequestDocument,
    "query FindSeals($sha256: Sha256!) {\n  sealsByDigest(sha256: $sha256) {\n    ...SealFields\n  }\n}": typeof types.FindSealsDocument,
    "query GetAsset($id: ID!) {\n  asset(id: $id) {\n    ...AssetFields\n  }\n}": typeof types.GetAssetDocument,
    "query GetPublishRequest($id: ID!) {\n  publishRequest(id: $id) {\n    ...PublishRequestFields\n  }\n}": typeof types.GetPublishRequestDocument,
    "query GetRender($id: ID!) {\n  render(id: $id) {\n    ...RenderFields\n  }\n}": typeof types.GetRenderDocument,
    "query GetRun($id: ID!) {\n  run(id: $id) {\n    ...RunFields\n    heldAnswer {\n      text\n      refusal\n      citations {\n        url\n        title\n        date\n        snippet\n      }\n    }\n    approval {\n      id\n      state\n      expiresAt\n    }\n  }\n}": typeof types.GetRunDocument,
    "query GetSeal($id: ID!) {\n  seal(id: $id) {\n    ...SealFields\n  }\n}": typeof types.GetSealDocument,
    "query Health {\n  health {\n    ok\n    status\n    checkedAt\n    connections {\n      name\n      ok\n      required\n      status\n      latencyMs\n    }\n  }\n}": typeof types.HealthDocument,
    "query ListAssets($first: Int!, $after: String, $filter: AssetFilter) {\n  assets(first: $first, after: $after, filter: $filter) {\n    nodes {\n      ...AssetFields\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n    totalIsExact\n  }\n}": typeof types.ListAssetsDocument,
    "query ListTasks {\n  tasks {\n    name\n    kind\n    title\n    description\n    labels\n    gates\n  }\n}": typeof types.ListTasksDocument,
    "query MediaDeskPage($first: Int, $after: String, $last: Int, $before: String, $tags: [String!]) {\n  mediaDesk {\n    partner {\n      name\n    }\n    assets(first: $first, after: $after, last: $last, before: $before, tags: $tags) {\n      nodes {\n        id\n        title\n        alt\n        tags\n        thumbnailUrl\n        file {\n          url\n          sharp: url(width: 640)\n          width\n          height\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n    }\n  }\n}": typeof types.MediaDeskPageDocument,
    "query MediaDesk($first: Int!, $after: String, $tags: [String!]) {\n  mediaDesk {\n    partner {\n      name\n    }\n    assets(first: $first, after: $after, tags: $tags) {\n      nodes {\n        id\n        title\n        tags\n        thumbnailUrl\n        file {\n          url\n          width\n          height\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": typeof types.MediaDeskDocument,
    "mutation PickAsset($input: PickAssetInput!) {\n  pickAsset(input: $input) {\n    ... on PickedAsset {\n      __typename\n      matchedTags\n      match\n      mode\n      asset {\n        ...AssetFields\n      }\n    }\n    ...ProblemFields\n    ... on NoMatch {\n      unknownTags\n      without {\n        tag\n        matches\n      }\n    }\n  }\n}": typeof types.PickAssetDocument,
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": typeof types.ProblemFieldsFragmentDoc,
    "fragment PublishRequestFields on PublishRequest {\n  id\n  state\n  tool\n  channel\n  targetCount\n  sha256\n  approvalId\n  supersedesId\n  createdAt\n  execution {\n    available\n    status\n  }\n  permit {\n    state\n    expiresAt\n  }\n}": typeof types.PublishRequestFieldsFragmentDoc,
    "fragment RenderFields on Render {\n  id\n  status\n  kind\n  title\n  source\n  prompt\n  provider\n  model\n  seed\n  file {\n    url\n    mediaType\n    width\n    height\n    byteSize\n    sha256\n  }\n  understood {\n    scene {\n      value\n      isFromBrief\n      words\n    }\n    light {\n      value\n      isFromBrief\n      words\n    }\n    weather {\n      value\n      isFromBrief\n      words\n    }\n    season {\n      value\n      isFromBrief\n      words\n    }\n    style {\n      value\n      isFromBrief\n      words\n    }\n    palette {\n      name\n      hex\n      words\n    }\n    composition {\n      value\n      isFromBrief\n      words\n    }\n    exclusions {\n      means\n      words\n    }\n  }\n  ignoredTerms\n  note\n  notApplied {\n    field\n    values\n    reason\n  }\n  failure {\n    reason\n    message\n  }\n  createdAt\n  completedAt\n  asset {\n    ...AssetFields\n  }\n}": typeof types.RenderFieldsFragmentDoc,
    "mutation RequestRender($input: RequestRenderInput!) {\n  requestRender(input: $input) {\n    ... on RequestedRender {\n      __typename\n      isReplay\n      render {\n        ...RenderFields\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.RequestRenderDocument,
    "fragment RunFields on Run {\n  id\n  task\n  status\n  isSimulated\n  isNotFinal\n  isHeld\n  inputTokens\n  cachedInputTokens\n  outputTokens\n  costMicros\n  costSource\n  isEstimated\n  warnings\n}": typeof types.RunFieldsFragmentDoc,
    "mutation RunTask($input: RunTaskInput!) {\n  runTask(input: $input) {\n    ... on RanTask {\n      __typename\n      answer {\n        text\n        refusal\n        citations {\n          url\n          title\n          date\n          snippet\n        }\n      }\n      outcome {\n        warnings\n      }\n      run {\n        ...RunFields\n      }\n      seal {\n        id\n        verificationUrl\n      }\n    }\n    ... on HeldTask {\n      run {\n        ...RunFields\n      }\n      approval {\n        id\n        state\n        expiresAt\n      }\n    }\n    ...ProblemFields\n    ... on TaskFailed {\n      runId\n    }\n  }\n}": typeof types.RunTaskDocument,
    "query SanctuaryFacts {\n  clusters {\n    name\n    title\n    purpose\n    slots {\n      purpose\n      task {\n        name\n        title\n        description\n        gates\n        labels\n        dataClass\n      }\n    }\n  }\n  disclaimer {\n    version\n    text\n  }\n}": typeof types.SanctuaryFactsDocument,
    "fragment SealFields on Seal {\n  id\n  sha256\n  sealedAt\n  status\n  logIndex\n  verificationUrl\n  bundleUrl\n  supersededBy {\n    id\n  }\n}": typeof types.SealFieldsFragmentDoc,
    "mutation SealText($input: SealTextInput!) {\n  sealText(input: $input) {\n    ... on SealedText {\n      __typename\n      seal {\n        id\n        sha256\n        sealedAt\n        status\n        logIndex\n        verificationUrl\n        bundleUrl\n        submitter\n      }\n      salt\n      ownerToken\n      isReplay\n    }\n    ...ProblemFields\n  }\n}": typeof types.SealTextDocument,
};
const documents: Documents = {
    "fragment AssetFields on Asset {\n  id\n  title\n  alt\n  tags\n  kind\n  origin\n  status\n  source\n  file {\n    url\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n  thumbnailUrl\n  thumbhash\n  dominantColor\n  seal {\n    verificationUrl\n  }\n  createdAt\n}": types.AssetFieldsFragmentDoc,
    "mutation CancelPublishRequest($input: CancelPublishRequestInput!) {\n  cancelPublishRequest(input: $input) {\n    ... on CanceledPublishRequest {\n      __typename\n      publishRequest {\n        ...PublishRequestFields\n      }\n    }\n    ...ProblemFields\n  }\n}": types.CancelPublishRequestDocument,
    "mutation CreateAsset($input: CreateAssetInput!) {\n  createAsset(input: $input) {\n    ... on CreatedAsset {\n      __typename\n      duplicateOf\n      notApplied {\n        field\n        values\n        reason\n      }\n      asset {\n        ...AssetFields\n      }\n    }\n    ...ProblemFields\n    ... on PictureRefused {\n      reason\n    }\n  }\n}": types.CreateAssetDocument,
    "query ExplainRoute($input: ExplainRouteInput!) {\n  explainRoute(input: $input) {\n    mostMicros\n    inputTokens\n    maxOutputTokens\n    gates\n    isHeld\n    labels\n    decision {\n      policyVersion\n      policySha256\n      catalogueVersion\n      catalogueSha256\n      task\n      slot\n      dataClass\n      path\n      isPastSoftCap\n      isMovedByCap\n      isNotFinal\n      isSimulated\n      refusal {\n        code\n        sentence\n      }\n      candidates {\n        deployment\n        reason\n        sentence\n        credentialSource\n        mostMicros\n      }\n    }\n  }\n}": types.ExplainRouteDocument,
    "mutation FetchPermit($input: FetchPermitInput!) {\n  fetchPermit(input: $input) {\n    ... on FetchedPermit {\n      __typename\n      permit {\n        id\n        state\n        expiresAt\n        usedAt\n      }\n      actionText\n    }\n    ...ProblemFields\n  }\n}": types.FetchPermitDocument,
    "mutation FilePublishRequest($input: FilePublishRequestInput!) {\n  filePublishRequest(input: $input) {\n    ... on FiledPublishRequest {\n      __typename\n      publishRequest {\n        ...PublishRequestFields\n      }\n    }\n    ...ProblemFields\n    ... on PublishRequestBlocked {\n      findings {\n        kind\n        pointer\n        detail\n      }\n    }\n  }\n}": types.FilePublishRequestDocument,
    "query FindSeals($sha256: Sha256!) {\n  sealsByDigest(sha256: $sha256) {\n    ...SealFields\n  }\n}": types.FindSealsDocument,
    "query GetAsset($id: ID!) {\n  asset(id: $id) {\n    ...AssetFields\n  }\n}": types.GetAssetDocument,
    "query GetPublishRequest($id: ID!) {\n  publishRequest(id: $id) {\n    ...PublishRequestFields\n  }\n}": types.GetPublishRequestDocument,
    "query GetRender($id: ID!) {\n  render(id: $id) {\n    ...RenderFields\n  }\n}": types.GetRenderDocument,
    "query GetRun($id: ID!) {\n  run(id: $id) {\n    ...RunFields\n    heldAnswer {\n      text\n      refusal\n      citations {\n        url\n        title\n        date\n        snippet\n      }\n    }\n    approval {\n      id\n      state\n      expiresAt\n    }\n  }\n}": types.GetRunDocument,
    "query GetSeal($id: ID!) {\n  seal(id: $id) {\n    ...SealFields\n  }\n}": types.GetSealDocument,
    "query Health {\n  health {\n    ok\n    status\n    checkedAt\n    connections {\n      name\n      ok\n      required\n      status\n      latencyMs\n    }\n  }\n}": types.HealthDocument,
    "query ListAssets($first: Int!, $after: String, $filter: AssetFilter) {\n  assets(first: $first, after: $after, filter: $filter) {\n    nodes {\n      ...AssetFields\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n    totalIsExact\n  }\n}": types.ListAssetsDocument,
    "query ListTasks {\n  tasks {\n    name\n    kind\n    title\n    description\n    labels\n    gates\n  }\n}": types.ListTasksDocument,
    "query MediaDeskPage($first: Int, $after: String, $last: Int, $before: String, $tags: [String!]) {\n  mediaDesk {\n    partner {\n      name\n    }\n    assets(first: $first, after: $after, last: $last, before: $before, tags: $tags) {\n      nodes {\n        id\n        title\n        alt\n        tags\n        thumbnailUrl\n        file {\n          url\n          sharp: url(width: 640)\n          width\n          height\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n    }\n  }\n}": types.MediaDeskPageDocument,
    "query MediaDesk($first: Int!, $after: String, $tags: [String!]) {\n  mediaDesk {\n    partner {\n      name\n    }\n    assets(first: $first, after: $after, tags: $tags) {\n      nodes {\n        id\n        title\n        tags\n        thumbnailUrl\n        file {\n          url\n          width\n          height\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": types.MediaDeskDocument,
    "mutation PickAsset($input: PickAssetInput!) {\n  pickAsset(input: $input) {\n    ... on PickedAsset {\n      __typename\n      matchedTags\n      match\n      mode\n      asset {\n        ...AssetFields\n      }\n    }\n    ...ProblemFields\n    ... on NoMatch {\n      unknownTags\n      without {\n        tag\n        matches\n      }\n    }\n  }\n}": types.PickAssetDocument,
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "fragment PublishRequestFields on PublishRequest {\n  id\n  state\n  tool\n  channel\n  targetCount\n  sha256\n  approvalId\n  supersedesId\n  createdAt\n  execution {\n    available\n    status\n  }\n  permit {\n    state\n    expiresAt\n  }\n}": types.PublishRequestFieldsFragmentDoc,
    "fragment RenderFields on Render {\n  id\n  status\n  kind\n  title\n  source\n  prompt\n  provider\n  model\n  seed\n  file {\n    url\n    mediaType\n    width\n    height\n    byteSize\n    sha256\n  }\n  understood {\n    scene {\n      value\n      isFromBrief\n      words\n    }\n    light {\n      value\n      isFromBrief\n      words\n    }\n    weather {\n      value\n      isFromBrief\n      words\n    }\n    season {\n      value\n      isFromBrief\n      words\n    }\n    style {\n      value\n      isFromBrief\n      words\n    }\n    palette {\n      name\n      hex\n      words\n    }\n    composition {\n      value\n      isFromBrief\n      words\n    }\n    exclusions {\n      means\n      words\n    }\n  }\n  ignoredTerms\n  note\n  notApplied {\n    field\n    values\n    reason\n  }\n  failure {\n    reason\n    message\n  }\n  createdAt\n  completedAt\n  asset {\n    ...AssetFields\n  }\n}": types.RenderFieldsFragmentDoc,
    "mutation RequestRender($input: RequestRenderInput!) {\n  requestRender(input: $input) {\n    ... on RequestedRender {\n      __typename\n      isReplay\n      render {\n        ...RenderFields\n      }\n    }\n    ...ProblemFields\n  }\n}": types.RequestRenderDocument,
    "fragment RunFields on Run {\n  id\n  task\n  status\n  isSimulated\n  isNotFinal\n  isHeld\n  inputTokens\n  cachedInputTokens\n  outputTokens\n  costMicros\n  costSource\n  isEstimated\n  warnings\n}": types.RunFieldsFragmentDoc,
    "mutation RunTask($input: RunTaskInput!) {\n  runTask(input: $input) {\n    ... on RanTask {\n      __typename\n      answer {\n        text\n        refusal\n        citations {\n          url\n          title\n          date\n          snippet\n        }\n      }\n      outcome {\n        warnings\n      }\n      run {\n        ...RunFields\n      }\n      seal {\n        id\n        verificationUrl\n      }\n    }\n    ... on HeldTask {\n      run {\n        ...RunFields\n      }\n      approval {\n        id\n        state\n        expiresAt\n      }\n    }\n    ...ProblemFields\n    ... on TaskFailed {\n      runId\n    }\n  }\n}": types.RunTaskDocument,
    "query SanctuaryFacts {\n  clusters {\n    name\n    title\n    purpose\n    slots {\n      purpose\n      task {\n        name\n        title\n        description\n        gates\n        labels\n        dataClass\n      }\n    }\n  }\n  disclaimer {\n    version\n    text\n  }\n}": types.SanctuaryFactsDocument,
    "fragment SealFields on Seal {\n  id\n  sha256\n  sealedAt\n  status\n  logIndex\n  verificationUrl\n  bundleUrl\n  supersededBy {\n    id\n  }\n}": types.SealFieldsFragmentDoc,
    "mutation SealText($input: SealTextInput!) {\n  sealText(input: $input) {\n    ... on SealedText {\n      __typename\n      seal {\n        id\n        sha256\n        sealedAt\n        status\n        logIndex\n        verificationUrl\n        bundleUrl\n        submitter\n      }\n      salt\n      ownerToken\n      isReplay\n    }\n    ...ProblemFields\n  }\n}": types.SealTextDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment AssetFields on Asset {\n  id\n  title\n  alt\n  tags\n  kind\n  origin\n  status\n  source\n  file {\n    url\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n  thumbnailUrl\n  thumbhash\n  dominantColor\n  seal {\n    verificationUrl\n  }\n  createdAt\n}"): typeof import('./graphql.ts').AssetFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CancelPublishRequest($input: CancelPublishRequestInput!) {\n  cancelPublishRequest(input: $input) {\n    ... on CanceledPublishRequest {\n      __typename\n      publishRequest {\n        ...PublishRequestFields\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').CancelPublishRequestDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateAsset($input: CreateAssetInput!) {\n  createAsset(input: $input) {\n    ... on CreatedAsset {\n      __typename\n      duplicateOf\n      notApplied {\n        field\n        values\n        reason\n      }\n      asset {\n        ...AssetFields\n      }\n    }\n    ...ProblemFields\n    ... on PictureRefused {\n      reason\n    }\n  }\n}"): typeof import('./graphql.ts').CreateAssetDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ExplainRoute($input: ExplainRouteInput!) {\n  explainRoute(input: $input) {\n    mostMicros\n    inputTokens\n    maxOutputTokens\n    gates\n    isHeld\n    labels\n    decision {\n      policyVersion\n      policySha256\n      catalogueVersion\n      catalogueSha256\n      task\n      slot\n      dataClass\n      path\n      isPastSoftCap\n      isMovedByCap\n      isNotFinal\n      isSimulated\n      refusal {\n        code\n        sentence\n      }\n      candidates {\n        deployment\n        reason\n        sentence\n        credentialSource\n        mostMicros\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').ExplainRouteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation FetchPermit($input: FetchPermitInput!) {\n  fetchPermit(input: $input) {\n    ... on FetchedPermit {\n      __typename\n      permit {\n        id\n        state\n        expiresAt\n        usedAt\n      }\n      actionText\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').FetchPermitDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation FilePublishRequest($input: FilePublishRequestInput!) {\n  filePublishRequest(input: $input) {\n    ... on FiledPublishRequest {\n      __typename\n      publishRequest {\n        ...PublishRequestFields\n      }\n    }\n    ...ProblemFields\n    ... on PublishRequestBlocked {\n      findings {\n        kind\n        pointer\n        detail\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').FilePublishRequestDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FindSeals($sha256: Sha256!) {\n  sealsByDigest(sha256: $sha256) {\n    ...SealFields\n  }\n}"): typeof import('./graphql.ts').FindSealsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query GetAsset($id: ID!) {\n  asset(id: $id) {\n    ...AssetFields\n  }\n}"): typeof import('./graphql.ts').GetAssetDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query GetPublishRequest($id: ID!) {\n  publishRequest(id: $id) {\n    ...PublishRequestFields\n  }\n}"): typeof import('./graphql.ts').GetPublishRequestDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query GetRender($id: ID!) {\n  render(id: $id) {\n    ...RenderFields\n  }\n}"): typeof import('./graphql.ts').GetRenderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query GetRun($id: ID!) {\n  run(id: $id) {\n    ...RunFields\n    heldAnswer {\n      text\n      refusal\n      citations {\n        url\n        title\n        date\n        snippet\n      }\n    }\n    approval {\n      id\n      state\n      expiresAt\n    }\n  }\n}"): typeof import('./graphql.ts').GetRunDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query GetSeal($id: ID!) {\n  seal(id: $id) {\n    ...SealFields\n  }\n}"): typeof import('./graphql.ts').GetSealDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Health {\n  health {\n    ok\n    status\n    checkedAt\n    connections {\n      name\n      ok\n      required\n      status\n      latencyMs\n    }\n  }\n}"): typeof import('./graphql.ts').HealthDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ListAssets($first: Int!, $after: String, $filter: AssetFilter) {\n  assets(first: $first, after: $after, filter: $filter) {\n    nodes {\n      ...AssetFields\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n    totalIsExact\n  }\n}"): typeof import('./graphql.ts').ListAssetsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ListTasks {\n  tasks {\n    name\n    kind\n    title\n    description\n    labels\n    gates\n  }\n}"): typeof import('./graphql.ts').ListTasksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MediaDeskPage($first: Int, $after: String, $last: Int, $before: String, $tags: [String!]) {\n  mediaDesk {\n    partner {\n      name\n    }\n    assets(first: $first, after: $after, last: $last, before: $before, tags: $tags) {\n      nodes {\n        id\n        title\n        alt\n        tags\n        thumbnailUrl\n        file {\n          url\n          sharp: url(width: 640)\n          width\n          height\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').MediaDeskPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MediaDesk($first: Int!, $after: String, $tags: [String!]) {\n  mediaDesk {\n    partner {\n      name\n    }\n    assets(first: $first, after: $after, tags: $tags) {\n      nodes {\n        id\n        title\n        tags\n        thumbnailUrl\n        file {\n          url\n          width\n          height\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').MediaDeskDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation PickAsset($input: PickAssetInput!) {\n  pickAsset(input: $input) {\n    ... on PickedAsset {\n      __typename\n      matchedTags\n      match\n      mode\n      asset {\n        ...AssetFields\n      }\n    }\n    ...ProblemFields\n    ... on NoMatch {\n      unknownTags\n      without {\n        tag\n        matches\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').PickAssetDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment PublishRequestFields on PublishRequest {\n  id\n  state\n  tool\n  channel\n  targetCount\n  sha256\n  approvalId\n  supersedesId\n  createdAt\n  execution {\n    available\n    status\n  }\n  permit {\n    state\n    expiresAt\n  }\n}"): typeof import('./graphql.ts').PublishRequestFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment RenderFields on Render {\n  id\n  status\n  kind\n  title\n  source\n  prompt\n  provider\n  model\n  seed\n  file {\n    url\n    mediaType\n    width\n    height\n    byteSize\n    sha256\n  }\n  understood {\n    scene {\n      value\n      isFromBrief\n      words\n    }\n    light {\n      value\n      isFromBrief\n      words\n    }\n    weather {\n      value\n      isFromBrief\n      words\n    }\n    season {\n      value\n      isFromBrief\n      words\n    }\n    style {\n      value\n      isFromBrief\n      words\n    }\n    palette {\n      name\n      hex\n      words\n    }\n    composition {\n      value\n      isFromBrief\n      words\n    }\n    exclusions {\n      means\n      words\n    }\n  }\n  ignoredTerms\n  note\n  notApplied {\n    field\n    values\n    reason\n  }\n  failure {\n    reason\n    message\n  }\n  createdAt\n  completedAt\n  asset {\n    ...AssetFields\n  }\n}"): typeof import('./graphql.ts').RenderFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RequestRender($input: RequestRenderInput!) {\n  requestRender(input: $input) {\n    ... on RequestedRender {\n      __typename\n      isReplay\n      render {\n        ...RenderFields\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RequestRenderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment RunFields on Run {\n  id\n  task\n  status\n  isSimulated\n  isNotFinal\n  isHeld\n  inputTokens\n  cachedInputTokens\n  outputTokens\n  costMicros\n  costSource\n  isEstimated\n  warnings\n}"): typeof import('./graphql.ts').RunFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RunTask($input: RunTaskInput!) {\n  runTask(input: $input) {\n    ... on RanTask {\n      __typename\n      answer {\n        text\n        refusal\n        citations {\n          url\n          title\n          date\n          snippet\n        }\n      }\n      outcome {\n        warnings\n      }\n      run {\n        ...RunFields\n      }\n      seal {\n        id\n        verificationUrl\n      }\n    }\n    ... on HeldTask {\n      run {\n        ...RunFields\n      }\n      approval {\n        id\n        state\n        expiresAt\n      }\n    }\n    ...ProblemFields\n    ... on TaskFailed {\n      runId\n    }\n  }\n}"): typeof import('./graphql.ts').RunTaskDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query SanctuaryFacts {\n  clusters {\n    name\n    title\n    purpose\n    slots {\n      purpose\n      task {\n        name\n        title\n        description\n        gates\n        labels\n        dataClass\n      }\n    }\n  }\n  disclaimer {\n    version\n    text\n  }\n}"): typeof import('./graphql.ts').SanctuaryFactsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment SealFields on Seal {\n  id\n  sha256\n  sealedAt\n  status\n  logIndex\n  verificationUrl\n  bundleUrl\n  supersededBy {\n    id\n  }\n}"): typeof import('./graphql.ts').SealFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SealText($input: SealTextInput!) {\n  sealText(input: $input) {\n    ... on SealedText {\n      __typename\n      seal {\n        id\n        sha256\n        sealedAt\n        status\n        logIndex\n        verificationUrl\n        bundleUrl\n        submitter\n      }\n      salt\n      ownerToken\n      isReplay\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').SealTextDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
