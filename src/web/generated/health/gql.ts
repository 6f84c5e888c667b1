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
    "query Installation {\n  facilities {\n    name\n    group\n    title\n    description\n    state\n    detail\n    remedy\n    environmentVariables\n    screen\n  }\n  capabilities {\n    name\n    status\n    description\n    meanwhile\n  }\n}": typeof types.InstallationDocument,
};
const documents: Documents = {
    "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}": types.ProblemFieldsFragmentDoc,
    "query Installation {\n  facilities {\n    name\n    group\n    title\n    description\n    state\n    detail\n    remedy\n    environmentVariables\n    screen\n  }\n  capabilities {\n    name\n    status\n    description\n    meanwhile\n  }\n}": types.InstallationDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment ProblemFields on Problem {\n  __typename\n  code\n  message\n  ... on InputInvalid {\n    issues {\n      pointer\n      message\n    }\n  }\n  ... on RateLimited {\n    retryAfterSeconds\n  }\n  ... on Unavailable {\n    retryAfterSeconds\n  }\n}"): typeof import('./graphql.ts').ProblemFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Installation {\n  facilities {\n    name\n    group\n    title\n    description\n    state\n    detail\n    remedy\n    environmentVariables\n    screen\n  }\n  capabilities {\n    name\n    status\n    description\n    meanwhile\n  }\n}"): typeof import('./graphql.ts').InstallationDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
