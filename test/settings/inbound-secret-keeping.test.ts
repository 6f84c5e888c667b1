import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../src/platform/encryption/secrets.ts';
import { ask } from '../rest/support.ts';
import { type Api, INBOUND_SECRET, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { change, INBOUND } from './support.ts';

const PATH = '/api/integrations/cinema/render/rnd_00000000000000000000000000';
const SHOWN = `setting { section origin version lastUsedAt value { ... on SecretValue { fingerprint } }
  previousSecrets { fingerprint lastUsedAt } history { fromOrigin toOrigin to { ... on SecretValue { fingerprint } } changedBy } }`;

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await change(api, { name: INBOUND, reset: true, overlapHours: 0 });
});

const PAYLOADS: Record<string, string> = {
  rotateIntegrationsInboundSecret: `... on RotatedIntegrationsInboundSecret { secret fingerprint ${SHOWN} } ... on SettingChanged { version }`,
  revokeIntegrationsInboundSecret: `... on RevokedIntegrationsInboundSecret { ${SHOWN} }`,
  sendIntegrationsTestRequest: '... on SentIntegrationsTestRequest { isAccepted status durationMs url }',
};

async function mutate(name: string, input: object): Promise<Json> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename
       ${PAYLOADS[name]}
       ... on InputInvalid { issues { pointer } } ... on Problem { code } } }`,
    { as: 'operator', variables: { input } },
  );
  expect(errors).toBeUndefined();
  return data[name];
}

const rotate = (input: object = {}) => mutate('rotateIntegrationsInboundSecret', input);
const revoke = (input: object) => mutate('revokeIntegrationsInboundSecret', input);
const statusOf = async (secret: string) => (await ask(api, { path: PATH, as: { bearer: secret } })).status;
const fingerprint = (secret: string) => digestOf(secret).toString('hex').slice(0, 8);

async function setting(): Promise<Json> {
  const { data } = await api.graphql(`query ($name: SettingName!) { settings(names: [$name]) ${SHOWN.slice(8)} }`, {
    as: 'operator',
    variables: { name: INBOUND },
  });
  return data.settings[0];
}

test('stands where the back office shows it', async () => {
  expect((await setting()).section).toEqual(['Marketing hub', 'Host settings', 'Integrations inbound secret']);
});

describe('a secret that the service makes', () => {
  test('is shown once, and the one before goes on for the overlap', async () => {
    const made = await rotate({ overlapHours: 1 });

    expect(made).toMatchObject({ __typename: 'RotatedIntegrationsInboundSecret', setting: { origin: 'BACK_OFFICE' } });
    expect(made.secret).toMatch(/^[\w-]{43}$/);
    expect(made.fingerprint).toBe(fingerprint(made.secret));
    expect(made.setting.value.fingerprint).toBe(made.fingerprint);
    expect([await statusOf(made.secret), await statusOf(INBOUND_SECRET)]).toEqual([404, 404]);
    expect(JSON.stringify(await setting())).not.toContain(made.secret);
  });

  test('takes the place of all others at once when there is no overlap', async () => {
    const first = await rotate();
    const second = await rotate({ overlapHours: 0 });

    const statuses = await Promise.all([first.secret, second.secret, INBOUND_SECRET].map(statusOf));
    expect(statuses).toEqual([401, 404, 401]);
  });

  test('is not made beside one that somebody else has made meanwhile', async () => {
    const { version } = (await rotate()).setting;
    const { secret } = await rotate({ ifVersion: version });

    expect(await rotate({ ifVersion: version })).toMatchObject({
      __typename: 'SettingChanged',
      code: 'CONFLICT',
      version: version + 1,
    });
    expect((await setting()).value.fingerprint).toBe(fingerprint(secret));
  });

  test.each([-1, 169])('is not made with an overlap of %i hours', async (overlapHours) => {
    expect(await rotate({ overlapHours })).toMatchObject({
      __typename: 'InputInvalid',
      issues: [{ pointer: '/overlapHours' }],
    });

    expect(await statusOf(INBOUND_SECRET)).toBe(404);
  });
});

describe('a secret that is revoked', () => {
  test('ends at once, and what the service was started with does not come back in its place', async () => {
    const { secret } = await rotate({ overlapHours: 0 });

    const revoked = await revoke({ fingerprint: fingerprint(secret) });

    expect(revoked.setting).toMatchObject({ origin: 'BACK_OFFICE', value: { fingerprint: null } });
    expect([await statusOf(secret), await statusOf(INBOUND_SECRET), await statusOf('x'.repeat(24))]).toEqual([
      401, 401, 401,
    ]);
    expect(revoked.setting.history[0]).toEqual({
      fromOrigin: 'BACK_OFFICE',
      toOrigin: 'BACK_OFFICE',
      to: { fingerprint: null },
      changedBy: 'operator:admin',
    });
    const next = await rotate();
    expect([await statusOf(next.secret), await statusOf(secret)]).toEqual([404, 401]);
  });

  test('may be an earlier one alone', async () => {
    const { secret } = await rotate();

    const revoked = await revoke({ fingerprint: fingerprint(INBOUND_SECRET) });

    expect(revoked.setting).toMatchObject({ value: { fingerprint: fingerprint(secret) }, previousSecrets: [] });
    expect([await statusOf(secret), await statusOf(INBOUND_SECRET)]).toEqual([404, 401]);
  });

  test('has to be one that there is', async () => {
    expect(await revoke({ fingerprint: '00000000' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await revoke({ fingerprint: 'all' })).toMatchObject({ issues: [{ pointer: '/fingerprint' }] });

    expect(await statusOf(INBOUND_SECRET)).toBe(404);
  });
});

describe('the last use', () => {
  test('is told of each secret that is valid, and written at most once a minute', async () => {
    const { secret } = await rotate();
    expect((await setting()).lastUsedAt).toBeNull();

    await statusOf(secret);
    await expect.poll(async () => (await setting()).lastUsedAt).not.toBeNull();
    await statusOf(secret);
    await statusOf(INBOUND_SECRET);
    await expect.poll(async () => (await setting()).previousSecrets[0].lastUsedAt).not.toBeNull();

    const { lastUsedAt } = await setting();
    expect(Math.abs(Date.parse(lastUsedAt) - Date.now())).toBeLessThan(60_000);
    const writes = await api.database.query<{ xmin: string }>(
      `select xmin::text from setting_secret_use where encode(digest, 'hex') like $1`,
      [`${fingerprint(secret)}%`],
    );
    expect(writes).toHaveLength(1);
  });

  test('is forgotten a year later', async () => {
    await api.database.query(`update setting_secret_use set last_used_at = now() - interval '2 years'`);

    const forgotten = await api.services.upkeep['old uses of secrets']!(contextOn(api.services.platform.database));

    expect(forgotten).toBeGreaterThan(0);
  });
});

describe('a test request', () => {
  test('asks the own REST path and says that the secret is let in', async () => {
    const { secret } = await rotate();

    expect(await mutate('sendIntegrationsTestRequest', { secret })).toEqual({
      __typename: 'SentIntegrationsTestRequest',
      isAccepted: true,
      status: 404,
      durationMs: expect.any(Number),
      url: api.url + PATH,
    });
  });

  test('says that another is not', async () => {
    expect(await mutate('sendIntegrationsTestRequest', { secret: 'x'.repeat(30) })).toMatchObject({
      isAccepted: false,
      status: 401,
    });
  });

  test.each(['short', 'with blanks in between them', `${'x'.repeat(30)}\r\nx: y`])(
    'sends nothing that no header carries: %j',
    async (secret) => {
      expect(await mutate('sendIntegrationsTestRequest', { secret })).toMatchObject({
        issues: [{ pointer: '/secret' }],
      });
    },
  );
});
