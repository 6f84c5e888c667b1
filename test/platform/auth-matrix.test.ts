import { globSync, readFileSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { Query, Resolver } from 'type-graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessOf } from '../../src/platform/auth/access.ts';
import { OPERATORS, type Role } from '../../src/platform/auth/roles.ts';
import { buildGraph } from '../../src/platform/graphql/schema/build-graph.ts';
import { principalKinds } from '../../src/platform/graphql/schema/principal-enums.ts';
import { REGISTRY } from '../../src/platform/registry.ts';
import { accessTo } from '../../src/rest/index.ts';
import { disable, issue } from '../operators/staff-support.ts';
import type { Api, Credential } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { FIELDS, INNER, PATHS, ROLES, rootFields, startWithAll, type Who } from './auth-matrix.ts';

@Resolver()
class UnguardedResolver {
  @Query(() => String)
  unguarded(): string {
    return 'for whom?';
  }
}

let api: Api;
let credentials: Record<Who, Credential | undefined>;
beforeAll(async () => {
  ({ api, credentials } = await startWithAll());
});
afterAll(() => api.stop());

test('what sort of caller it is decides nothing but where principals are made', () => {
  const kind = `'(${principalKinds.items().join('|')})'`;
  // Sources of provider keys and schemas of backups have some of the same words.
  const judged = new RegExp(`(?<![sS]ource|[sS]chema) [=!]== ${kind}|${kind} [=!]==|case ${kind}`);
  const judging = globSync('src/**/*.ts').filter((file) => judged.test(readFileSync(file, 'utf8')));

  expect(judging.sort()).toEqual(['src/agents/agent.principal.ts', 'src/operators/operator.principal.ts']);
});

describe('the tables', () => {
  test('say of every permission who has it', () => {
    const declared = [...REGISTRY.permissions].map(([name, { roles }]) => [name, roles]);

    expect(Object.fromEntries(declared)).toEqual(ROLES);
  });

  test('say of every query, mutation and subscription what it asks for', () => {
    const declared = rootFields(api.services.schema).map(({ name, field }) => [name, accessOf(field)]);

    expect(Object.fromEntries(declared)).toEqual(FIELDS);
  });

  test('name every other field that is guarded', () => {
    const guarded = Object.values(api.services.schema.getTypeMap())
      .filter((type) => isObjectType(type) && !['Query', 'Mutation', 'Subscription'].includes(type.name))
      .flatMap((type) => Object.values(isObjectType(type) ? type.getFields() : {}).map((field) => ({ type, field })))
      .filter(({ field }) => accessOf(field))
      .map(({ type, field }) => [`${type.name}.${field.name}`, accessOf(field)]);

    expect(Object.fromEntries(guarded)).toEqual(INNER);
  });

  test('name every path that is served, each with the rule of the operation behind it', () => {
    const served = api.mounts.flatMap(({ path, methods }) => Object.keys(methods).map((method) => `${method} ${path}`));
    const ruled = api.services.routes.map((route) => [
      `${route.method} ${route.path}`,
      accessTo(route, api.services.schema),
    ]);

    expect(served.sort()).toEqual(Object.keys(PATHS).sort());
    expect(PATHS).toMatchObject(Object.fromEntries(ruled));
  });
});

test('a field that does not say who may use it fails the build', async () => {
  await expect(buildGraph([new UnguardedResolver()])).rejects.toThrow("Query.unguarded doesn't declare its access");
});

describe('people, by what they show', () => {
  const permissionsOf = (role: Role) =>
    Object.entries(ROLES).flatMap(([permission, roles]) => (roles.includes(role) ? [permission] : []));
  const permitted = async (as: Credential) => {
    const { data } = await api.graphql('{ me { kind permissions } }', { as });
    return { kind: data?.me.kind, permissions: [...(data?.me.permissions ?? [])].sort() };
  };

  test.each(OPERATORS)('%s may by session and by token what the table says, and nothing else', async (role) => {
    const person = await signedIn(api, { roles: [role] });
    const all = permissionsOf(role).sort();

    expect(await permitted(person.as)).toEqual({ kind: 'OPERATOR', permissions: all });
    for (const scopes of [all, all.slice(0, 2)]) {
      const { token } = await issue(api, { scopes }, person.as);
      expect(await permitted({ bearer: token })).toEqual({ kind: 'OPERATOR', permissions: scopes });
    }
  });

  test('who is disabled may nothing, by session or by token', async () => {
    const person = await signedIn(api, { roles: ['EDITOR'] });
    const { token } = await issue(api, { scopes: ['settings:read'] }, person.as);
    await disable(api, person.operatorId);

    for (const as of [person.as, { bearer: token }]) {
      expect((await permitted(as)).permissions).toEqual([]);
    }
  });
});

test('a refused field leaves the others of the same query their answers', async () => {
  const { status, data, errors } = await api.graphql('{ health { ok } customer(id: "x") { id } }', {
    as: credentials.partner,
  });

  expect(status).toBe(200);
  expect(data).toEqual({ health: { ok: true }, customer: null });
  expect(errors).toMatchObject([{ path: ['customer'], extensions: { code: 'FORBIDDEN' } }]);
});

test('a guard comes before the arguments: who may not ask learns nothing of what is wrong', async () => {
  const { errors } = await api.graphql('{ assets(first: 101, after: "a\\u0000b") { totalCount } }', {
    as: 'integration',
  });

  expect(errors?.map((error) => error.extensions.code)).toEqual(['FORBIDDEN']);
});

test('a mistaken credential is refused, not served as a stranger', async () => {
  const { status, errors } = await api.graphql('{ health { ok } }', { as: { bearer: 'nobody-knows-this-one' } });

  expect(status).toBe(401);
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

test('the same field refuses the same way once it is compiled', async () => {
  for (let n = 0; n < 12; n++) {
    const { status, errors } = await api.graphql('{ assets(first: 1) { nodes { id } } }');
    expect({ status, code: errors?.[0]?.extensions.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect((await api.graphql('{ assets(first: 1) { nodes { id } } }', { as: 'operator' })).errors).toBeUndefined();
  }
});
