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
    "query BriefOfRender($id: ID!) {\n  render(id: $id) {\n    id\n    prompt\n    width\n    height\n    saveToBank\n  }\n}": typeof types.BriefOfRenderDocument,
    "mutation CancelRender($input: CancelRenderInput!) {\n  cancelRender(input: $input) {\n    ... on CanceledRender {\n      isChanged\n      render {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.CancelRenderDocument,
    "fragment Drawer on RouteExplanation {\n  mostMicros\n  isHeld\n  decision {\n    path\n    isSimulated\n    isPastSoftCap\n    refusal {\n      sentence\n    }\n  }\n}": typeof types.DrawerFragmentDoc,
    "query RenderById($id: ID!) {\n  render(id: $id) {\n    ...RenderWhole\n  }\n}": typeof types.RenderByIdDocument,
    "subscription RenderChanged($id: ID!) {\n  renderProgress(id: $id) {\n    id\n    version\n  }\n}": typeof types.RenderChangedDocument,
    "subscription RenderGoesOn($id: ID!) {\n  renderProgress(id: $id) {\n    ...RenderWhole\n  }\n}": typeof types.RenderGoesOnDocument,
    "query RenderList($filter: RenderFilter, $orderBy: RenderOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  renders(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...RenderRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.RenderListDocument,
    "fragment RenderRow on Render {\n  id\n  status\n  version\n  attempts\n  title\n  prompt\n  provider\n  model\n  requestedBy\n  createdAt\n  startedAt\n  completedAt\n  asset {\n    id\n    status\n  }\n  file {\n    thumbnail: url(width: 320)\n    width\n    height\n  }\n  failure {\n    reason\n    message\n  }\n}": typeof types.RenderRowFragmentDoc,
    "fragment RenderWhole on Render {\n  id\n  status\n  version\n  attempts\n  kind\n  title\n  source\n  prompt\n  width\n  height\n  saveToBank\n  isEngineOnly\n  requestedBy\n  provider\n  model\n  runId\n  seed\n  ignoredTerms\n  note\n  notApplied {\n    field\n    values\n    reason\n  }\n  retryOfId\n  createdAt\n  startedAt\n  completedAt\n  expiresAt\n  failure {\n    reason\n    message\n  }\n  asset {\n    id\n    title\n    status\n    alt\n    thumbhash\n    dominantColor\n  }\n  file {\n    url\n    screen: url(width: 1280)\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n  seal {\n    id\n    status\n    sealedAt\n    logIndex\n  }\n  understood {\n    scene {\n      value\n      isFromBrief\n      words\n    }\n    light {\n      value\n      isFromBrief\n      words\n    }\n    weather {\n      value\n      isFromBrief\n      words\n    }\n    season {\n      value\n      isFromBrief\n      words\n    }\n    style {\n      value\n      isFromBrief\n      words\n    }\n    palette {\n      name\n      hex\n      words\n    }\n    composition {\n      value\n      isFromBrief\n      words\n    }\n    exclusions {\n      means\n      words\n    }\n  }\n}": typeof types.RenderWholeFragmentDoc,
    "mutation RequestRender($input: RequestRenderInput!) {\n  requestRender(input: $input) {\n    ... on RequestedRender {\n      isReplay\n      render {\n        id\n      }\n    }\n    ... on BriefNotCovered {\n      subject\n      drawable\n    }\n    ...ProblemFields\n  }\n}": typeof types.RequestRenderDocument,
    "mutation RetryRender($input: RetryRenderInput!) {\n  retryRender(input: $input) {\n    ... on RetriedRender {\n      isNew\n      render {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.RetryRenderDocument,
    "query RunOfRender($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on Run {\n      id\n      costMicros\n      isEstimated\n      isSimulated\n      isHeld\n      deployment\n      durationMs\n      approval {\n        id\n        state\n        title\n      }\n    }\n  }\n}": typeof types.RunOfRenderDocument,
    "query WhoWouldDraw($covered: ExplainRouteInput!, $uncovered: ExplainRouteInput!) {\n  covered: explainRoute(input: $covered) {\n    ...Drawer\n  }\n  uncovered: explainRoute(input: $uncovered) {\n    ...Drawer\n  }\n}": typeof types.WhoWouldDrawDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query BriefOfRender($id: ID!) {\n  render(id: $id) {\n    id\n    prompt\n    width\n    height\n    saveToBank\n  }\n}": types.BriefOfRenderDocument,
    "mutation CancelRender($input: CancelRenderInput!) {\n  cancelRender(input: $input) {\n    ... on CanceledRender {\n      isChanged\n      render {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.CancelRenderDocument,
    "fragment Drawer on RouteExplanation {\n  mostMicros\n  isHeld\n  decision {\n    path\n    isSimulated\n    isPastSoftCap\n    refusal {\n      sentence\n    }\n  }\n}": types.DrawerFragmentDoc,
    "query RenderById($id: ID!) {\n  render(id: $id) {\n    ...RenderWhole\n  }\n}": types.RenderByIdDocument,
    "subscription RenderChanged($id: ID!) {\n  renderProgress(id: $id) {\n    id\n    version\n  }\n}": types.RenderChangedDocument,
    "subscription RenderGoesOn($id: ID!) {\n  renderProgress(id: $id) {\n    ...RenderWhole\n  }\n}": types.RenderGoesOnDocument,
    "query RenderList($filter: RenderFilter, $orderBy: RenderOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  renders(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...RenderRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.RenderListDocument,
    "fragment RenderRow on Render {\n  id\n  status\n  version\n  attempts\n  title\n  prompt\n  provider\n  model\n  requestedBy\n  createdAt\n  startedAt\n  completedAt\n  asset {\n    id\n    status\n  }\n  file {\n    thumbnail: url(width: 320)\n    width\n    height\n  }\n  failure {\n    reason\n    message\n  }\n}": types.RenderRowFragmentDoc,
    "fragment RenderWhole on Render {\n  id\n  status\n  version\n  attempts\n  kind\n  title\n  source\n  prompt\n  width\n  height\n  saveToBank\n  isEngineOnly\n  requestedBy\n  provider\n  model\n  runId\n  seed\n  ignoredTerms\n  note\n  notApplied {\n    field\n    values\n    reason\n  }\n  retryOfId\n  createdAt\n  startedAt\n  completedAt\n  expiresAt\n  failure {\n    reason\n    message\n  }\n  asset {\n    id\n    title\n    status\n    alt\n    thumbhash\n    dominantColor\n  }\n  file {\n    url\n    screen: url(width: 1280)\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n  seal {\n    id\n    status\n    sealedAt\n    logIndex\n  }\n  understood {\n    scene {\n      value\n      isFromBrief\n      words\n    }\n    light {\n      value\n      isFromBrief\n      words\n    }\n    weather {\n      value\n      isFromBrief\n      words\n    }\n    season {\n      value\n      isFromBrief\n      words\n    }\n    style {\n      value\n      isFromBrief\n      words\n    }\n    palette {\n      name\n      hex\n      words\n    }\n    composition {\n      value\n      isFromBrief\n      words\n    }\n    exclusions {\n      means\n      words\n    }\n  }\n}": types.RenderWholeFragmentDoc,
    "mutation RequestRender($input: RequestRenderInput!) {\n  requestRender(input: $input) {\n    ... on RequestedRender {\n      isReplay\n      render {\n        id\n      }\n    }\n    ... on BriefNotCovered {\n      subject\n      drawable\n    }\n    ...ProblemFields\n  }\n}": types.RequestRenderDocument,
    "mutation RetryRender($input: RetryRenderInput!) {\n  retryRender(input: $input) {\n    ... on RetriedRender {\n      isNew\n      render {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.RetryRenderDocument,
    "query RunOfRender($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on Run {\n      id\n      costMicros\n      isEstimated\n      isSimulated\n      isHeld\n      deployment\n      durationMs\n      approval {\n        id\n        state\n        title\n      }\n    }\n  }\n}": types.RunOfRenderDocument,
    "query WhoWouldDraw($covered: ExplainRouteInput!, $uncovered: ExplainRouteInput!) {\n  covered: explainRoute(input: $covered) {\n    ...Drawer\n  }\n  uncovered: explainRoute(input: $uncovered) {\n    ...Drawer\n  }\n}": types.WhoWouldDrawDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query BriefOfRender($id: ID!) {\n  render(id: $id) {\n    id\n    prompt\n    width\n    height\n    saveToBank\n  }\n}"): typeof import('./graphql.ts').BriefOfRenderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CancelRender($input: CancelRenderInput!) {\n  cancelRender(input: $input) {\n    ... on CanceledRender {\n      isChanged\n      render {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').CancelRenderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment Drawer on RouteExplanation {\n  mostMicros\n  isHeld\n  decision {\n    path\n    isSimulated\n    isPastSoftCap\n    refusal {\n      sentence\n    }\n  }\n}"): typeof import('./graphql.ts').DrawerFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query RenderById($id: ID!) {\n  render(id: $id) {\n    ...RenderWhole\n  }\n}"): typeof import('./graphql.ts').RenderByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription RenderChanged($id: ID!) {\n  renderProgress(id: $id) {\n    id\n    version\n  }\n}"): typeof import('./graphql.ts').RenderChangedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription RenderGoesOn($id: ID!) {\n  renderProgress(id: $id) {\n    ...RenderWhole\n  }\n}"): typeof import('./graphql.ts').RenderGoesOnDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query RenderList($filter: RenderFilter, $orderBy: RenderOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  renders(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      ...RenderRow\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').RenderListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment RenderRow on Render {\n  id\n  status\n  version\n  attempts\n  title\n  prompt\n  provider\n  model\n  requestedBy\n  createdAt\n  startedAt\n  completedAt\n  asset {\n    id\n    status\n  }\n  file {\n    thumbnail: url(width: 320)\n    width\n    height\n  }\n  failure {\n    reason\n    message\n  }\n}"): typeof import('./graphql.ts').RenderRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment RenderWhole on Render {\n  id\n  status\n  version\n  attempts\n  kind\n  title\n  source\n  prompt\n  width\n  height\n  saveToBank\n  isEngineOnly\n  requestedBy\n  provider\n  model\n  runId\n  seed\n  ignoredTerms\n  note\n  notApplied {\n    field\n    values\n    reason\n  }\n  retryOfId\n  createdAt\n  startedAt\n  completedAt\n  expiresAt\n  failure {\n    reason\n    message\n  }\n  asset {\n    id\n    title\n    status\n    alt\n    thumbhash\n    dominantColor\n  }\n  file {\n    url\n    screen: url(width: 1280)\n    mediaType\n    byteSize\n    width\n    height\n    sha256\n  }\n  seal {\n    id\n    status\n    sealedAt\n    logIndex\n  }\n  understood {\n    scene {\n      value\n      isFromBrief\n      words\n    }\n    light {\n      value\n      isFromBrief\n      words\n    }\n    weather {\n      value\n      isFromBrief\n      words\n    }\n    season {\n      value\n      isFromBrief\n      words\n    }\n    style {\n      value\n      isFromBrief\n      words\n    }\n    palette {\n      name\n      hex\n      words\n    }\n    composition {\n      value\n      isFromBrief\n      words\n    }\n    exclusions {\n      means\n      words\n    }\n  }\n}"): typeof import('./graphql.ts').RenderWholeFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RequestRender($input: RequestRenderInput!) {\n  requestRender(input: $input) {\n    ... on RequestedRender {\n      isReplay\n      render {\n        id\n      }\n    }\n    ... on BriefNotCovered {\n      subject\n      drawable\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RequestRenderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RetryRender($input: RetryRenderInput!) {\n  retryRender(input: $input) {\n    ... on RetriedRender {\n      isNew\n      render {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RetryRenderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query RunOfRender($id: ID!) {\n  node(id: $id) {\n    __typename\n    ... on Run {\n      id\n      costMicros\n      isEstimated\n      isSimulated\n      isHeld\n      deployment\n      durationMs\n      approval {\n        id\n        state\n        title\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').RunOfRenderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WhoWouldDraw($covered: ExplainRouteInput!, $uncovered: ExplainRouteInput!) {\n  covered: explainRoute(input: $covered) {\n    ...Drawer\n  }\n  uncovered: explainRoute(input: $uncovered) {\n    ...Drawer\n  }\n}"): typeof import('./graphql.ts').WhoWouldDrawDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
