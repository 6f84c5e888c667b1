import { getNamedType, isLeafType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineFeature } from '../../src/feature.ts';
import { person } from '../../src/operators/operator.principal.ts';
import { CredentialKind, permissionsOf } from '../../src/platform/auth/principal.ts';
import { isAfterStepUp } from '../../src/platform/auth/step-up.ts';
import { type Api, startApi } from '../support/api.ts';

/** What only who has just shown again that it is they may do, written down a second time. */
const AFTER_STEP_UP = [
  'approve',
  'createWebhook',
  'deleteProviderKey',
  'disableOperator',
  'enableOperator',
  'inviteOperator',
  'issueAgentKey',
  'issueCustomerKey',
  'issueOperatorToken',
  'issuePartnerLink',
  'markExternalTool',
  'publishCatalogue',
  'publishDisclaimer',
  'publishPublishingPolicy',
  'publishRoutingPolicy',
  'purgeAssets',
  'reject',
  'resetSecondFactors',
  'restoreCatalogue',
  'restorePublishingPolicy',
  'restoreRoutingPolicy',
  'restoreText',
  'revokeIntegrationsInboundSecret',
  'rotateAgentKey',
  'rotateCustomerKey',
  'rotateIntegrationsInboundSecret',
  'rotateOperatorToken',
  'rotatePartnerLink',
  'rotateWebhookSecret',
  'setIntegrationsInboundSecret',
  'setOwnProviderKey',
  'setOwnServer',
  'setProviderKey',
  'unmarkExternalTool',
  'updateOperatorRoles',
  'updateOwnPassword',
];

/** Those that hand out a secret of the caller's own making to whoever calls, strangers among them. */
const FOR_EVERYBODY = ['sealText'];
const SHOWS_A_SECRET = /(secret|token|link|password|recoveryCodes)$/i;
const TAKES_A_SECRET = /^(secret|key|token)$|password$/i;

const NOW = new Date('2026-05-05T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

/** Somebody who has signed in, and has shown again that it is they when a header says so. */
const strangeSessions = defineFeature({
  name: 'strange-sessions',
  compose: () => ({
    api: {},
    authenticators: [
      {
        authenticate: async ({ request }) => {
          const said = request.headers['x-confirmed-at'];
          if (said === undefined) return null;
          const confirmedAt = said === 'never' ? null : new Date(String(said));
          return person('op_1', permissionsOf(['ADMIN']), { kind: CredentialKind.SESSION, id: 'ops_1', confirmedAt });
        },
      },
    ],
  }),
});

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false, features: [strangeSessions], clock: { now: () => NOW } });
});
afterAll(() => api.stop());

function mutations() {
  return Object.values(api.services.schema.getMutationType()!.getFields());
}

describe('what asks for a step-up', () => {
  test('is named here', () => {
    const marked = mutations().filter(isAfterStepUp);

    expect(marked.map(({ name }) => name).toSorted()).toEqual(AFTER_STEP_UP);
  });

  test('is everything that shows a secret', () => {
    const showing = mutations().filter(({ type }) => {
      if (!isUnionType(type)) return false;
      const [payload] = type.getTypes();
      return (
        isObjectType(payload) &&
        Object.values(payload.getFields()).some(
          ({ name, type: shown }) => SHOWS_A_SECRET.test(name) && isLeafType(getNamedType(shown)),
        )
      );
    });

    const names = showing.map(({ name }) => name);
    expect(names).toContain('issuePartnerLink');
    expect(names.filter((name) => ![...AFTER_STEP_UP, ...FOR_EVERYBODY].includes(name))).toEqual([]);
  });

  test('is everything that takes one', () => {
    const taking = mutations().filter(({ args: [input] }) => {
      const type = input && api.services.schema.getType(`${input.type}`.replace('!', ''));
      return type && 'getFields' in type && Object.keys(type.getFields()).some((name) => TAKES_A_SECRET.test(name));
    });

    const names = taking.map(({ name }) => name);
    expect(names).toContain('setProviderKey');
    // Of a setting it depends on which one it is; a test keeps nothing of what it is given.
    const others = ['updateSetting', 'sendIntegrationsTestRequest'];
    expect(names.filter((name) => ![...AFTER_STEP_UP, ...others].includes(name))).toEqual([]);
  });
});

const ISSUE = `mutation { issuePartnerLink(input: { partnerName: "Agency" }) {
  __typename ... on IssuedPartnerLink { secret } ... on Problem { code message } } }`;
const change = (input: string) =>
  `mutation { updateSetting(input: { ${input} }) { __typename ... on Problem { code message } } }`;

async function asked(query: string, confirmedAt: string) {
  const { body } = await api.json('/graphql', { body: { query }, headers: { 'x-confirmed-at': confirmedAt } });
  return Object.values(body.data)[0] as { __typename: string; code?: string; message?: string; secret?: string };
}

describe('who has signed in', () => {
  test.each([
    ['never', 'never'],
    ['eleven minutes ago', minutesAgo(11)],
    ['at a time nobody understands', 'yesterday'],
  ])('and was confirmed %s is sent to show it again, and nothing is done', async (_, confirmedAt) => {
    const answer = await asked(ISSUE, confirmedAt);

    expect(answer).toMatchObject({ __typename: 'Refused', code: 'STEP_UP_REQUIRED' });
    expect(answer.message).toContain('/admin/confirm');
    expect(answer.secret).toBeUndefined();
    expect(await api.database.query('select 1 from partner_token')).toEqual([]);
  });

  test('within ten minutes of being confirmed gets what was asked for', async () => {
    const answer = await asked(ISSUE, minutesAgo(9));

    expect(answer).toMatchObject({ __typename: 'IssuedPartnerLink', secret: expect.stringMatching(/^imgp_/) });
    await api.database.query('delete from partner_token');
  });

  test('may change a plain setting at any time, and a secret one only after showing it again', async () => {
    const plain = await asked(change('name: SEALS_PER_MINUTE, integer: 7'), 'never');
    const secret = change(
      'name: MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET, secret: "a-secret-of-forty-characters-of-some-kind"',
    );

    expect(plain.__typename).toBe('UpdatedSetting');
    expect(await asked(secret, 'never')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect(await asked(secret, minutesAgo(1))).toMatchObject({ __typename: 'UpdatedSetting' });
    const authority = change('name: SEALS_TIME_STAMP_URL, text: ""');
    expect(await asked(authority, 'never')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect(await asked(authority, minutesAgo(1))).toMatchObject({ __typename: 'UpdatedSetting' });
  });

  test('reads on without any of it', async () => {
    const { body } = await api.json('/graphql', {
      body: { query: '{ customers(first: 1) { nodes { id } } }' },
      headers: { 'x-confirmed-at': 'never' },
    });

    expect(body.errors).toBeUndefined();
  });
});

test('a token of the service is not asked for anything of the kind', async () => {
  const { data } = await api.graphql(ISSUE, { as: 'operator' });

  expect(data.issuePartnerLink.__typename).toBe('IssuedPartnerLink');
});
