import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineFeature } from '../../src/feature.ts';
import { envelopedSecret, textSetting } from '../../src/platform/config/settings.ts';
import type { SettingsApi } from '../../src/settings/index.ts';
import { stored } from '../rest/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { change, changing, INBOUND, shown } from './support.ts';

const greeting = textSetting({
  name: 'fixture.greeting',
  description: 'What is said first.',
  environmentVariable: 'FIXTURE_GREETING',
  schema: z.string().min(1).max(20),
  default: 'Good day',
  permission: 'settings:manage',
});
const outward = envelopedSecret({
  name: 'fixture.outwardSecret',
  description: 'What is shown to somebody else.',
  environmentVariable: 'FIXTURE_OUTWARD_SECRET',
  schema: z.string().min(8),
  permission: 'settings:manage',
});
const forPartners = textSetting({
  name: 'fixture.forPartners',
  description: 'Not for operators to change.',
  environmentVariable: 'FIXTURE_FOR_PARTNERS',
  schema: z.string(),
  default: '',
  permission: 'media-desk:read',
});

let settings: SettingsApi;
const fixture = defineFeature({
  name: 'fixture',
  settings: [greeting, outward, forPartners],
  compose(_platform, earlier: { settings: SettingsApi }) {
    settings = earlier.settings;
    return { api: {} };
  },
});

let api: Api;
beforeAll(async () => {
  api = await startApi({ features: [fixture], works: false, env: { FIXTURE_GREETING: 'Hello' } });
  // Nothing is stored in it; `stored` looks into it.
  mkdirSync(join(api.dataDir, 'blobs'));
});
afterAll(() => api.stop());
beforeEach(async () => {
  for (const name of ['FIXTURE_GREETING', 'FIXTURE_OUTWARD_SECRET', 'SEALS_SEAL_RENDERS', 'SEALS_PER_MINUTE']) {
    await change(api, { name, reset: true });
  }
});

describe('a setting', () => {
  test('is listed with what it is, where its value comes from, and its value in its own type', async () => {
    const { data } = await api.graphql(
      `{ settings { name origin isSecret environmentVariable value {
           ... on BooleanValue { boolean } ... on IntegerValue { integer } ... on TextValue { text } ... on SecretValue { fingerprint } } } }`,
      { as: 'operator' },
    );

    const byName = Object.fromEntries(data.settings.map((one: Json) => [one.name, one]));
    expect(Object.keys(byName).sort()).toEqual([
      'APPROVALS_DAYS',
      'APPROVALS_HELD_CONTENT_DAYS',
      'APPROVALS_PER_DAY',
      'ASSETS_KEPT_BY_CACHES_SECONDS',
      'ASSETS_NEW_ROTATIONS_PER_DAY',
      'ASSETS_REVIEW_BEFORE_USE',
      'ASSETS_TRASH_KEPT_DAYS',
      'AUDIT_KEEP_MONTHS',
      'AUDIT_KEEP_NETWORK_DAYS',
      'AUDIT_KEEP_VALUES_DAYS',
      'CHAIN_ANCHOR_MINUTES',
      'CUSTOMERS_BASE_HARD_LIMIT_MICROS',
      'CUSTOMERS_BASE_SOFT_CAP_MICROS',
      'CUSTOMERS_ENTERPRISE_HARD_LIMIT_MICROS',
      'CUSTOMERS_ENTERPRISE_SOFT_CAP_MICROS',
      'CUSTOMERS_PRO_HARD_LIMIT_MICROS',
      'CUSTOMERS_PRO_SOFT_CAP_MICROS',
      'DOCUMENTS_BYTES_PER_CUSTOMER',
      'DOCUMENTS_MAX_BYTES',
      'DOCUMENTS_PER_CASE',
      'DOCUMENTS_QUOTATION_CHECKS_PER_MINUTE',
      'DOCUMENTS_UPLOADS_PER_MINUTE',
      'FIXTURE_FOR_PARTNERS',
      'FIXTURE_GREETING',
      'FIXTURE_OUTWARD_SECRET',
      'FOUR_EYES_CATALOGUE',
      'FOUR_EYES_POLICY',
      'FOUR_EYES_SETTINGS',
      'GATEWAY_IDEMPOTENCY_KEYS_PER_DAY',
      'GATEWAY_KEEP_RUNS_MONTHS',
      'GATEWAY_KEEP_SIMULATED_RUNS_MONTHS',
      'GATEWAY_KEPT_ANSWER_BYTES_PER_DAY',
      'GATEWAY_SIMULATED_RUNS_PER_DAY',
      INBOUND,
      'OPERATORS_INVITATION_DAYS',
      'PUBLISHING_REQUESTS_PER_DAY',
      'REDACTION_TEXTS_PER_MINUTE',
      'RENDERS_STRANGERS_PICTURES_PER_DAY',
      'RENDERS_UNDER_WAY',
      'SEALS_KEPT_BYTES_PER_HOUR',
      'SEALS_PER_DAY',
      'SEALS_PER_MINUTE',
      'SEALS_SEAL_RENDERS',
      'SEALS_TIME_STAMP_CERTIFICATES',
      'SEALS_TIME_STAMP_URL',
      'WEBHOOKS_KEEP_DELIVERIES_DAYS',
    ]);
    expect(byName.SEALS_SEAL_RENDERS).toMatchObject({ origin: 'DEFAULT', isSecret: false, value: { boolean: true } });
    expect(byName.SEALS_PER_MINUTE).toMatchObject({
      origin: 'ENVIRONMENT',
      environmentVariable: 'SEALS_PER_MINUTE',
      value: { integer: 1_000_000 },
    });
    expect(byName.FIXTURE_GREETING).toMatchObject({ origin: 'ENVIRONMENT', value: { text: 'Hello' } });
    expect(byName.FIXTURE_OUTWARD_SECRET).toMatchObject({
      origin: 'DEFAULT',
      isSecret: true,
      value: { fingerprint: null },
    });
  });

  test('set in the back office wins over the environment at once, until it is reset', async () => {
    expect(await settings.value(greeting)).toBe('Hello');

    const after = await change(api, { name: 'FIXTURE_GREETING', text: 'Welcome' });

    expect(after).toMatchObject({ origin: 'BACK_OFFICE', value: { text: 'Welcome' }, updatedBy: 'operator:admin' });
    expect(await settings.value(greeting)).toBe('Welcome');
    expect(await change(api, { name: 'FIXTURE_GREETING', reset: true })).toMatchObject({
      origin: 'ENVIRONMENT',
      value: { text: 'Hello' },
    });
    expect(await settings.value(greeting)).toBe('Hello');
  });

  test('may be false, which is not the same as not set', async () => {
    expect(await change(api, { name: 'SEALS_SEAL_RENDERS', boolean: false })).toMatchObject({
      origin: 'BACK_OFFICE',
      value: { boolean: false },
    });
  });

  test('that is changed by one process is changed for the others within a second or so', async () => {
    const env = { FIXTURE_GREETING: 'Hello' };
    let elsewhere!: SettingsApi;
    const listening = {
      ...fixture,
      compose: (_: unknown, earlier: { settings: SettingsApi }) => {
        elsewhere = earlier.settings;
        return { api: {} };
      },
    };
    const features = [listening];
    await startApi({ features, works: false, env, database: api.database });
    expect(await elsewhere.value(greeting)).toBe('Hello');

    await change(api, { name: 'FIXTURE_GREETING', text: 'From afar' });

    await expect.poll(() => elsewhere.value(greeting)).toBe('From afar');
  });

  test('is read once for all that ask within a second, not once for each', async () => {
    const { database } = api.services.platform;
    await settings.value(greeting);
    const readValue = database.readValue.bind(database);
    let reads = 0;
    database.readValue = ((...args: Parameters<typeof readValue>) => {
      reads++;
      return readValue(...args);
    }) as typeof database.readValue;

    const begin = performance.now();
    for (let n = 0; n < 1_000; n++) await settings.value(greeting);
    const elapsedMs = performance.now() - begin;
    database.readValue = readValue;

    expect(reads).toBeLessThanOrEqual(1 + elapsedMs / 1_000);
  });

  test('whose stored value does not fit any more does not hold', async () => {
    await change(api, { name: 'FIXTURE_GREETING', text: 'Welcome' });
    await api.database.query(`update setting set value = '17' where name = 'fixture.greeting'`);

    await expect.poll(() => settings.value(greeting)).toBe('Hello');
    expect(await shown(api, 'FIXTURE_GREETING')).toMatchObject({ origin: 'ENVIRONMENT', value: { text: 'Hello' } });
  });
});

describe('what a form needs to know of a setting', () => {
  const ABOUT = `{ settings(names: [SEALS_PER_MINUTE, SEALS_TIME_STAMP_URL, GATEWAY_KEEP_RUNS_MONTHS, ${INBOUND}, FIXTURE_GREETING]) {
    name title section unit zeroMeans minimum maximum maxLength permission roles
    startOrigin startValue { ...value } defaultValue { ...value } } }
    fragment value on SettingValue { ... on IntegerValue { integer } ... on TextValue { text } ... on SecretValue { fingerprint } }`;

  test('is what it counts, its bounds, its default, what holds without it, and who may change it', async () => {
    await change(api, { name: 'SEALS_PER_MINUTE', integer: 7 });

    const { data } = await api.graphql(ABOUT, { as: 'operator' });

    const byName = Object.fromEntries(data.settings.map((one: Json) => [one.name, one]));
    expect(byName.SEALS_PER_MINUTE).toMatchObject({
      title: 'Seals per caller and minute',
      section: ['Seals'],
      unit: null,
      zeroMeans: null,
      minimum: 1,
      maximum: 1_000_000,
      maxLength: null,
      permission: 'settings:manage',
      roles: ['ADMIN'],
      startOrigin: 'ENVIRONMENT',
      startValue: { integer: 1_000_000 },
      defaultValue: { integer: 600 },
    });
    expect(byName.GATEWAY_KEEP_RUNS_MONTHS).toMatchObject({ unit: 'MONTHS', zeroMeans: 'forever', minimum: 0 });
    expect(byName.SEALS_TIME_STAMP_URL).toMatchObject({ maxLength: 500, minimum: null, defaultValue: { text: '' } });
    expect(byName[INBOUND]).toMatchObject({ maxLength: null, defaultValue: null, startOrigin: 'ENVIRONMENT' });
    expect(byName.FIXTURE_GREETING).toMatchObject({ title: 'Greeting', maxLength: 20, startValue: { text: 'Hello' } });
  });
});

describe('two who change one setting', () => {
  const versionOf = async () => {
    const { data } = await api.graphql('{ settings(names: [FIXTURE_GREETING]) { version } }', { as: 'operator' });
    return data.settings[0].version;
  };

  test('are told of each other: the second one changes nothing, and is given the version', async () => {
    const version = await versionOf();
    await change(api, { name: 'FIXTURE_GREETING', text: 'First', ifVersion: version });

    const { data } = await changing(api, { name: 'FIXTURE_GREETING', text: 'Second', ifVersion: version });

    expect(data.updateSetting).toMatchObject({ __typename: 'SettingChanged', code: 'CONFLICT' });
    expect(data.updateSetting.message).toContain(`version ${version + 1}`);
    expect(await settings.value(greeting)).toBe('First');
    expect(await versionOf()).toBe(version + 1);
  });

  test('at one moment leave one change', async () => {
    const ifVersion = await versionOf();

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => changing(api, { name: 'FIXTURE_GREETING', text: `${n}`, ifVersion })),
    );

    const typenames = answers.map(({ data }) => data.updateSetting.__typename).sort();
    expect(typenames).toEqual([...Array.from({ length: 5 }, () => 'SettingChanged'), 'UpdatedSetting']);
    expect(await versionOf()).toBe(ifVersion + 1);
  });

  test('of which one expects what never was leave no trace of that one', async () => {
    const before = await stored(api);

    const { data } = await changing(api, { name: 'FIXTURE_FOR_PARTNERS', text: 'x', ifVersion: 9 });
    const other = await changing(api, { name: 'SEALS_KEPT_BYTES_PER_HOUR', integer: 1, ifVersion: 9 });

    expect(data.updateSetting.code).toBe('FORBIDDEN');
    expect(other.data.updateSetting.code).toBe('CONFLICT');
    expect(await stored(api)).toEqual(before);
  });
});

describe('a secret that is needed again', () => {
  test('is read as it was set, and shown as a fingerprint', async () => {
    expect(await settings.value(outward)).toBeNull();

    const after = await change(api, { name: 'FIXTURE_OUTWARD_SECRET', secret: 'for somebody else' });

    expect(await settings.value(outward)).toBe('for somebody else');
    expect(after.value.fingerprint).toMatch(/^[0-9a-f]{8}$/);
  });

  test('is stored so that no row has its bytes, and another row cannot take it over', async () => {
    const secret = `canary-${Math.random()}-of-the-setting`;
    await change(api, { name: 'FIXTURE_OUTWARD_SECRET', secret });
    await change(api, { name: INBOUND, secret });
    await change(api, { name: INBOUND, reset: true });

    const dumped = await dump(api);
    for (const kept of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').slice(0, 24),
    ]) {
      expect(dumped.filter(({ text }) => text.includes(kept)).map(({ name }) => name)).toEqual([]);
    }
  });
});

describe('what is not a value of a setting', () => {
  test.each([
    ['another type', { name: 'SEALS_SEAL_RENDERS', integer: 1 }, ['/integer']],
    ['two types', { name: 'SEALS_PER_MINUTE', integer: 1, text: 'x' }, ['/text']],
    ['nothing', { name: 'SEALS_PER_MINUTE' }, ['/integer']],
    ['too small', { name: 'SEALS_PER_MINUTE', integer: 0 }, ['/integer']],
    ['too large', { name: 'SEALS_PER_MINUTE', integer: 1_000_001 }, ['/integer']],
    ['too long', { name: 'FIXTURE_GREETING', text: 'x'.repeat(21) }, ['/text']],
    ['value and reset', { name: 'FIXTURE_GREETING', text: 'x', reset: true }, ['/reset']],
    ['an overlap of what is no secret', { name: 'FIXTURE_GREETING', text: 'x', overlapHours: 1 }, ['/overlapHours']],
    ['an overlap into the past', { name: INBOUND, secret: 'x'.repeat(24), overlapHours: -1 }, ['/overlapHours']],
    ['an overlap for ever', { name: INBOUND, secret: 'x'.repeat(24), overlapHours: 169 }, ['/overlapHours']],
    [
      'all at once',
      { name: INBOUND, text: 'x', secret: 'y', overlapHours: 999 },
      ['/text', '/secret', '/overlapHours'],
    ],
  ])('is named and changes nothing: %s', async (_, input, pointers) => {
    const before = await stored(api);

    const { data } = await changing(api, input);

    expect(data.updateSetting).toMatchObject({ __typename: 'InputInvalid', code: 'INPUT_INVALID' });
    expect(data.updateSetting.issues.map(({ pointer }: Json) => pointer)).toEqual(pointers);
    expect(await stored(api)).toEqual(before);
  });

  test('is refused by the schema when there is no such setting', async () => {
    const { errors } = await changing(api, { name: 'NO_SUCH_SETTING', boolean: true });

    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('who may change a setting', () => {
  test.each(['integration', undefined] as const)('is not %s', async (as) => {
    const { data, errors } = await changing(api, { name: 'FIXTURE_GREETING', text: 'Mine' }, as ?? { bearer: '' });

    expect(as ? data.updateSetting.code : errors?.[0]?.extensions.code).toBe(as ? 'FORBIDDEN' : 'UNAUTHENTICATED');
    expect(await settings.value(greeting)).toBe('Hello');
  });

  test('is who has the permission that the setting names, not everybody who may see it', async () => {
    const before = await stored(api);

    const { data } = await changing(api, { name: 'FIXTURE_FOR_PARTNERS', text: 'Mine' });

    expect(data.updateSetting).toEqual({
      __typename: 'Forbidden',
      code: 'FORBIDDEN',
      message: expect.stringContaining('media-desk:read'),
    });
    expect(await stored(api)).toEqual(before);
  });
});

describe('the history', () => {
  test('says who changed what, when, from what and to what, newest first', async () => {
    const before = Date.now();
    await change(api, { name: 'SEALS_PER_MINUTE', integer: 7 });
    const { history } = await change(api, { name: 'SEALS_PER_MINUTE', integer: 8 });

    expect(history.slice(0, 2)).toEqual([
      {
        changedAt: expect.any(String),
        changedBy: 'operator:admin',
        fromOrigin: 'BACK_OFFICE',
        from: { integer: 7 },
        toOrigin: 'BACK_OFFICE',
        to: { integer: 8 },
        overlapHours: null,
      },
      expect.objectContaining({ fromOrigin: 'ENVIRONMENT', from: { integer: 1_000_000 }, to: { integer: 7 } }),
    ]);
    expect(Math.abs(Date.parse(history[0].changedAt) - before)).toBeLessThan(60_000);
  });

  test('shows as many as are asked for, each setting its own', async () => {
    await change(api, { name: 'SEALS_PER_MINUTE', integer: 1 });
    await change(api, { name: 'SEALS_PER_MINUTE', integer: 2 });

    const { data, errors } = await api.graphql(
      `{ settings(names: [SEALS_PER_MINUTE, FIXTURE_FOR_PARTNERS]) { name history(first: 1) { to { ... on IntegerValue { integer } } } } }`,
      { as: 'operator' },
    );

    expect(errors).toBeUndefined();
    expect(Object.fromEntries(data.settings.map((one: Json) => [one.name, one.history]))).toEqual({
      SEALS_PER_MINUTE: [{ to: { integer: 2 } }],
      FIXTURE_FOR_PARTNERS: [],
    });
    const none = await api.graphql('{ settings { history(first: 0) { changedBy } } }', { as: 'operator' });
    expect(none.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  test('has every one of many changes at once, in one chain, and the last one holds', async () => {
    const wanted = Array.from({ length: 12 }, (_, n) => n + 1);
    await Promise.all(wanted.map((integer) => change(api, { name: 'SEALS_PER_MINUTE', integer })));

    const { value, history } = await shown(api, 'SEALS_PER_MINUTE');
    const chain = history.slice(0, 12).reverse();
    expect(chain.map(({ to }: Json) => to.integer).sort((a: number, b: number) => a - b)).toEqual(wanted);
    expect(chain.slice(1).map(({ from }: Json) => from)).toEqual(chain.slice(0, -1).map(({ to }: Json) => to));
    expect(value).toEqual(chain.at(-1).to);
    const times = chain.map(({ changedAt }: Json) => changedAt);
    expect(times).toEqual([...times].sort());
  });

  test('can only be added to', async () => {
    await change(api, { name: 'SEALS_PER_MINUTE', integer: 3 });

    for (const attempt of [
      'update setting_change set changed_by = $$nobody$$',
      'delete from setting_change',
      'truncate setting_change',
    ]) {
      await expect(api.database.query(attempt)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('two settings under one name are refused when the service is put together', async () => {
  const twin = defineFeature({ name: 'twin', settings: [greeting], compose: () => ({ api: {} }) });

  await expect(startApi({ features: [fixture, twin] })).rejects.toThrow('FIXTURE_GREETING');
});

/** Every row of every table. */
async function dump({ database }: Api): Promise<{ name: string; text: string }[]> {
  const tables = await database.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const dumped = [];
  for (const { name } of tables) {
    const rows = await database.query<{ text: string }>(`select t::text as text from ${name} t`);
    dumped.push({ name, text: rows.map(({ text }) => text).join('\n') });
  }
  return dumped;
}
