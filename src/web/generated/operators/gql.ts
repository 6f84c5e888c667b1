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
    "mutation ChangeRoles($input: ChangeOperatorRolesInput!) {\n  changeOperatorRoles(input: $input) {\n    ... on ChangedOperatorRoles {\n      operator {\n        id\n        version\n      }\n    }\n    ... on OperatorChanged {\n      version\n    }\n    ...ProblemFields\n  }\n}": typeof types.ChangeRolesDocument,
    "mutation DisablePerson($input: DisableOperatorInput!) {\n  disableOperator(input: $input) {\n    ... on DisabledOperator {\n      operator {\n        id\n        version\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.DisablePersonDocument,
    "mutation EnablePerson($input: EnableOperatorInput!) {\n  enableOperator(input: $input) {\n    ... on EnabledOperator {\n      operator {\n        id\n        version\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.EnablePersonDocument,
    "mutation EndOwnSession($input: EndSessionInput!) {\n  endSession(input: $input) {\n    ... on EndedSession {\n      sessionId\n    }\n    ...ProblemFields\n  }\n}": typeof types.EndOwnSessionDocument,
    "mutation InvitePerson($input: InviteOperatorInput!) {\n  inviteOperator(input: $input) {\n    ... on InvitedOperator {\n      link\n      invitation {\n        id\n        email\n        expiresAt\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.InvitePersonDocument,
    "mutation IssueToken($input: IssueOperatorTokenInput!) {\n  issueOperatorToken(input: $input) {\n    ... on IssuedOperatorToken {\n      token\n    }\n    ...ProblemFields\n  }\n}": typeof types.IssueTokenDocument,
    "query MySessionList {\n  mySessions {\n    id\n    isCurrent\n    browser\n    address\n    lastAddress\n    createdAt\n    lastSeenAt\n    expiresAt\n  }\n}": typeof types.MySessionListDocument,
    "query OperatorById($id: ID!) {\n  operator(id: $id) {\n    id\n    name\n    email\n    roles\n    disabledAt\n    lastSeenAt\n    secondFactors\n    version\n    createdAt\n    updatedAt\n  }\n}": typeof types.OperatorByIdDocument,
    "query OperatorInvitationList($filter: OperatorInvitationFilter, $orderBy: OperatorInvitationOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operatorInvitations(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      email\n      roles\n      invitedBy\n      createdAt\n      expiresAt\n      acceptedAt\n      operatorId\n      revokedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.OperatorInvitationListDocument,
    "query OperatorList($filter: OperatorFilter, $orderBy: OperatorOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operators(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      email\n      roles\n      disabledAt\n      lastSeenAt\n      secondFactors\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.OperatorListDocument,
    "query OperatorTokenList($filter: OperatorTokenFilter, $orderBy: OperatorTokenOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operatorTokens(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      operatorId\n      name\n      hint\n      scopes\n      issuedBy\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": typeof types.OperatorTokenListDocument,
    "mutation ResetFactors($input: ResetSecondFactorsInput!) {\n  resetSecondFactors(input: $input) {\n    ... on ResetSecondFactors {\n      operator {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.ResetFactorsDocument,
    "mutation RevokeToken($input: RevokeOperatorTokenInput!) {\n  revokeOperatorToken(input: $input) {\n    ... on RevokedOperatorToken {\n      operatorToken {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.RevokeTokenDocument,
    "mutation SignOutOfAll($input: SignOutEverywhereInput!) {\n  signOutEverywhere(input: $input) {\n    ... on SignedOutEverywhere {\n      endedCount\n    }\n    ...ProblemFields\n  }\n}": typeof types.SignOutOfAllDocument,
    "query WhoCouldApprove {\n  operators(first: 3, filter: {isDisabled: false, roles: [ADMIN, APPROVER]}) {\n    nodes {\n      id\n    }\n  }\n  settings(names: [FOUR_EYES_POLICY, FOUR_EYES_CATALOGUE, FOUR_EYES_SETTINGS]) {\n    name\n    title\n    value {\n      __typename\n      ... on BooleanValue {\n        boolean\n      }\n    }\n  }\n}": typeof types.WhoCouldApproveDocument,
    "mutation WithdrawInvitation($input: RevokeOperatorInvitationInput!) {\n  revokeOperatorInvitation(input: $input) {\n    ... on RevokedOperatorInvitation {\n      invitation {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": typeof types.WithdrawInvitationDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "mutation ChangeRoles($input: ChangeOperatorRolesInput!) {\n  changeOperatorRoles(input: $input) {\n    ... on ChangedOperatorRoles {\n      operator {\n        id\n        version\n      }\n    }\n    ... on OperatorChanged {\n      version\n    }\n    ...ProblemFields\n  }\n}": types.ChangeRolesDocument,
    "mutation DisablePerson($input: DisableOperatorInput!) {\n  disableOperator(input: $input) {\n    ... on DisabledOperator {\n      operator {\n        id\n        version\n      }\n    }\n    ...ProblemFields\n  }\n}": types.DisablePersonDocument,
    "mutation EnablePerson($input: EnableOperatorInput!) {\n  enableOperator(input: $input) {\n    ... on EnabledOperator {\n      operator {\n        id\n        version\n      }\n    }\n    ...ProblemFields\n  }\n}": types.EnablePersonDocument,
    "mutation EndOwnSession($input: EndSessionInput!) {\n  endSession(input: $input) {\n    ... on EndedSession {\n      sessionId\n    }\n    ...ProblemFields\n  }\n}": types.EndOwnSessionDocument,
    "mutation InvitePerson($input: InviteOperatorInput!) {\n  inviteOperator(input: $input) {\n    ... on InvitedOperator {\n      link\n      invitation {\n        id\n        email\n        expiresAt\n      }\n    }\n    ...ProblemFields\n  }\n}": types.InvitePersonDocument,
    "mutation IssueToken($input: IssueOperatorTokenInput!) {\n  issueOperatorToken(input: $input) {\n    ... on IssuedOperatorToken {\n      token\n    }\n    ...ProblemFields\n  }\n}": types.IssueTokenDocument,
    "query MySessionList {\n  mySessions {\n    id\n    isCurrent\n    browser\n    address\n    lastAddress\n    createdAt\n    lastSeenAt\n    expiresAt\n  }\n}": types.MySessionListDocument,
    "query OperatorById($id: ID!) {\n  operator(id: $id) {\n    id\n    name\n    email\n    roles\n    disabledAt\n    lastSeenAt\n    secondFactors\n    version\n    createdAt\n    updatedAt\n  }\n}": types.OperatorByIdDocument,
    "query OperatorInvitationList($filter: OperatorInvitationFilter, $orderBy: OperatorInvitationOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operatorInvitations(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      email\n      roles\n      invitedBy\n      createdAt\n      expiresAt\n      acceptedAt\n      operatorId\n      revokedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.OperatorInvitationListDocument,
    "query OperatorList($filter: OperatorFilter, $orderBy: OperatorOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operators(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      email\n      roles\n      disabledAt\n      lastSeenAt\n      secondFactors\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.OperatorListDocument,
    "query OperatorTokenList($filter: OperatorTokenFilter, $orderBy: OperatorTokenOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operatorTokens(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      operatorId\n      name\n      hint\n      scopes\n      issuedBy\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}": types.OperatorTokenListDocument,
    "mutation ResetFactors($input: ResetSecondFactorsInput!) {\n  resetSecondFactors(input: $input) {\n    ... on ResetSecondFactors {\n      operator {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.ResetFactorsDocument,
    "mutation RevokeToken($input: RevokeOperatorTokenInput!) {\n  revokeOperatorToken(input: $input) {\n    ... on RevokedOperatorToken {\n      operatorToken {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.RevokeTokenDocument,
    "mutation SignOutOfAll($input: SignOutEverywhereInput!) {\n  signOutEverywhere(input: $input) {\n    ... on SignedOutEverywhere {\n      endedCount\n    }\n    ...ProblemFields\n  }\n}": types.SignOutOfAllDocument,
    "query WhoCouldApprove {\n  operators(first: 3, filter: {isDisabled: false, roles: [ADMIN, APPROVER]}) {\n    nodes {\n      id\n    }\n  }\n  settings(names: [FOUR_EYES_POLICY, FOUR_EYES_CATALOGUE, FOUR_EYES_SETTINGS]) {\n    name\n    title\n    value {\n      __typename\n      ... on BooleanValue {\n        boolean\n      }\n    }\n  }\n}": types.WhoCouldApproveDocument,
    "mutation WithdrawInvitation($input: RevokeOperatorInvitationInput!) {\n  revokeOperatorInvitation(input: $input) {\n    ... on RevokedOperatorInvitation {\n      invitation {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}": types.WithdrawInvitationDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ChangeRoles($input: ChangeOperatorRolesInput!) {\n  changeOperatorRoles(input: $input) {\n    ... on ChangedOperatorRoles {\n      operator {\n        id\n        version\n      }\n    }\n    ... on OperatorChanged {\n      version\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ChangeRolesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DisablePerson($input: DisableOperatorInput!) {\n  disableOperator(input: $input) {\n    ... on DisabledOperator {\n      operator {\n        id\n        version\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').DisablePersonDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation EnablePerson($input: EnableOperatorInput!) {\n  enableOperator(input: $input) {\n    ... on EnabledOperator {\n      operator {\n        id\n        version\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').EnablePersonDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation EndOwnSession($input: EndSessionInput!) {\n  endSession(input: $input) {\n    ... on EndedSession {\n      sessionId\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').EndOwnSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation InvitePerson($input: InviteOperatorInput!) {\n  inviteOperator(input: $input) {\n    ... on InvitedOperator {\n      link\n      invitation {\n        id\n        email\n        expiresAt\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').InvitePersonDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation IssueToken($input: IssueOperatorTokenInput!) {\n  issueOperatorToken(input: $input) {\n    ... on IssuedOperatorToken {\n      token\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').IssueTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MySessionList {\n  mySessions {\n    id\n    isCurrent\n    browser\n    address\n    lastAddress\n    createdAt\n    lastSeenAt\n    expiresAt\n  }\n}"): typeof import('./graphql.ts').MySessionListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OperatorById($id: ID!) {\n  operator(id: $id) {\n    id\n    name\n    email\n    roles\n    disabledAt\n    lastSeenAt\n    secondFactors\n    version\n    createdAt\n    updatedAt\n  }\n}"): typeof import('./graphql.ts').OperatorByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OperatorInvitationList($filter: OperatorInvitationFilter, $orderBy: OperatorInvitationOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operatorInvitations(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      email\n      roles\n      invitedBy\n      createdAt\n      expiresAt\n      acceptedAt\n      operatorId\n      revokedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').OperatorInvitationListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OperatorList($filter: OperatorFilter, $orderBy: OperatorOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operators(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      name\n      email\n      roles\n      disabledAt\n      lastSeenAt\n      secondFactors\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').OperatorListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OperatorTokenList($filter: OperatorTokenFilter, $orderBy: OperatorTokenOrder, $first: Int, $after: String, $last: Int, $before: String) {\n  operatorTokens(\n    filter: $filter\n    orderBy: $orderBy\n    first: $first\n    after: $after\n    last: $last\n    before: $before\n  ) {\n    nodes {\n      id\n      operatorId\n      name\n      hint\n      scopes\n      issuedBy\n      createdAt\n      expiresAt\n      revokedAt\n      lastUsedAt\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n}"): typeof import('./graphql.ts').OperatorTokenListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ResetFactors($input: ResetSecondFactorsInput!) {\n  resetSecondFactors(input: $input) {\n    ... on ResetSecondFactors {\n      operator {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').ResetFactorsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokeToken($input: RevokeOperatorTokenInput!) {\n  revokeOperatorToken(input: $input) {\n    ... on RevokedOperatorToken {\n      operatorToken {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').RevokeTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SignOutOfAll($input: SignOutEverywhereInput!) {\n  signOutEverywhere(input: $input) {\n    ... on SignedOutEverywhere {\n      endedCount\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').SignOutOfAllDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WhoCouldApprove {\n  operators(first: 3, filter: {isDisabled: false, roles: [ADMIN, APPROVER]}) {\n    nodes {\n      id\n    }\n  }\n  settings(names: [FOUR_EYES_POLICY, FOUR_EYES_CATALOGUE, FOUR_EYES_SETTINGS]) {\n    name\n    title\n    value {\n      __typename\n      ... on BooleanValue {\n        boolean\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').WhoCouldApproveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WithdrawInvitation($input: RevokeOperatorInvitationInput!) {\n  revokeOperatorInvitation(input: $input) {\n    ... on RevokedOperatorInvitation {\n      invitation {\n        id\n      }\n    }\n    ...ProblemFields\n  }\n}"): typeof import('./graphql.ts').WithdrawInvitationDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
