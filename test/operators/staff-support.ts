import { expect } from 'vitest';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { type SignedIn, signedIn } from '../support/people.ts';

/** The answer of a mutation, of which the payload's fields are asked for. */
export async function mutate(
  api: Api,
  name: string,
  input: object,
  payload: string,
  as: Credential = 'operator',
): Promise<Json> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename ${payload}
       ... on InputInvalid { issues { pointer message } } ... on Problem { code message } } }`,
    { as, variables: { input } },
  );
  expect(errors).toBeUndefined();
  return data[name];
}

export const changeRoles = (api: Api, input: object, as?: Credential) =>
  mutate(api, 'updateOperatorRoles', input, '... on UpdatedOperatorRoles { operator { id roles version } }', as);

export const disable = (api: Api, operatorId: string, as?: Credential) =>
  mutate(api, 'disableOperator', { operatorId }, '... on DisabledOperator { operator { id disabledAt version } }', as);

export const enable = (api: Api, operatorId: string, as?: Credential) =>
  mutate(api, 'enableOperator', { operatorId }, '... on EnabledOperator { operator { id disabledAt version } }', as);

export const issue = (api: Api, input: object, as?: Credential) =>
  mutate(
    api,
    'issueOperatorToken',
    { name: 'A program', scopes: ['settings:read'], ...input },
    '... on IssuedOperatorToken { token operatorToken { id operatorId scopes issuedBy hint expiresAt } }',
    as,
  );

/** Somebody who has a way to sign in besides the session that the test made. */
export async function ableTo(api: Api, person: SignedIn): Promise<SignedIn> {
  await changeOperators(
    api,
    `insert into operator_account (id, operator_id, provider_id, account_id) values ($1, $2, 'credential', $2)`,
    [person.operatorId.replace('op_', 'opa_'), person.operatorId],
  );
  return person;
}

export const admin = async (api: Api) => ableTo(api, await signedIn(api, { roles: ['ADMIN'] }));

/** Who somebody is, with their roles; null for whoever is not let in. */
export async function whoAmI(api: Api, as: Credential): Promise<Json> {
  const { status, data } = await api.graphql('{ me { operator { id roles } } }', { as });
  return status === 401 ? null : (data?.me.operator ?? null);
}

/** Two services on one database, which take each other's cookies. */
export async function twoServices(): Promise<[Api, Api]> {
  const env = {
    ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64'),
    // Sessions count only on pages of the one address that both of them have for the outside.
    PUBLIC_URL: 'http://127.0.0.1:4000',
  };
  const one = await startApi({ works: false, env });
  return [one, await startApi({ works: false, env, database: one.database })];
}
