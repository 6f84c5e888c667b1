import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Credential, type Json, refusalOf, startApi } from '../support/api.ts';
import { sealFile, sealText } from '../support/seals.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const CURRENT = 'query ($language: String!) { disclaimer(language: $language) { id version text sha256 } }';
const PUBLISH = `mutation ($in: PublishDisclaimerInput!) { publishDisclaimer(input: $in) {
  __typename ... on PublishedDisclaimer { disclaimer { language version text } } ... on Problem { code }
  ... on InputInvalid { issues { pointer } } } }`;

const current = async (language = 'en') => (await api.graphql(CURRENT, { variables: { language } })).data.disclaimer;
const publish = (input: object, as?: Credential) =>
  api.graphql(PUBLISH, { variables: { in: input }, ...(as && { as }) });
const seal = (more: object) =>
  api.json('/api/legal/provenance-seal', { body: { artifact_text: 'accepted', disclaimer_ack: true, ...more } });

async function claimed(sealId: string): Promise<Json> {
  const bundle = JSON.parse((await sealFile(api, sealId, 'seal.sigstore.json')).toString());
  return JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString()).predicate.disclaimer;
}

test('a seal names the version that was in force, by its hash', async () => {
  const { id, version, text, sha256 } = await current();

  const { seal } = await sealText(api, 'what was accepted?');

  expect(sha256).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  expect(await claimed(seal.id)).toMatchObject({ id, version: String(version), sha256, language: 'en' });
});

test('a version that is not in force any more is refused with the one that is, and nothing is sealed', async () => {
  const { version } = await current();
  await publish({ text: `Another text ${Math.random()}.` }, 'operator');
  const before = await api.database.query('select id from seal');

  const stale = await seal({ disclaimer_version: version });
  const inGraph = await api.graphql(
    `mutation { sealText(input: { text: "a", disclaimerAcknowledged: true, disclaimerVersion: ${version} }) {
      ... on DisclaimerOutdated { code current { version } } } }`,
  );

  expect(stale).toMatchObject({ status: 409, body: { code: 'DISCLAIMER_OUTDATED' } });
  expect(stale.body.detail).toContain(`Show version ${version + 1}`);
  expect(inGraph.data.sealText).toEqual({ code: 'DISCLAIMER_OUTDATED', current: { version: version + 1 } });
  expect(await api.database.query('select id from seal')).toHaveLength(before.length);
  expect((await seal({ disclaimer_version: version + 1 })).status).toBe(201);
});

test('a language has versions of its own', async () => {
  expect(await seal({ language: 'de' })).toMatchObject({
    status: 422,
    body: { code: 'INPUT_INVALID', errors: [{ pointer: '/language' }] },
  });

  await publish({ language: 'de', text: 'Ein Siegel sagt nichts über die Wahrheit.' }, 'operator');

  const { status, body } = await seal({ language: 'de' });
  expect(status).toBe(201);
  expect(await claimed(body.seal.id)).toMatchObject({ version: '1', language: 'de' });
});

test('a language is found in any spelling, and by the languages that it is one of', async () => {
  await publish({ language: 'PT-br', text: 'Um selo não diz nada sobre a verdade.' }, 'operator');

  for (const [language, claimedLanguage] of Object.entries({ EN: 'en', 'en-US': 'en', 'pt-br': 'pt-BR' })) {
    const { status, body } = await seal({ language });
    expect(status, language).toBe(201);
    expect(await claimed(body.seal.id)).toMatchObject({ language: claimedLanguage });
  }
  expect(await current('en-GB')).toEqual(await current('en'));
  expect((await seal({ language: 'pt-PT' })).status).toBe(422);
  const again = await publish({ language: 'pt-BR', text: 'Um selo não diz nada sobre a verdade.' }, 'operator');
  expect(again.data.publishDisclaimer.disclaimer).toMatchObject({ language: 'pt-BR', version: 1 });
});

test('the same text again is no new version, and many at once make each a number of its own', async () => {
  const text = `Repeated ${Math.random()}.`;
  const first = await publish({ language: 'fr', text }, 'operator');
  const again = await publish({ language: 'fr', text }, 'operator');
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, n) => publish({ language: 'fr', text: `${text} ${n}` }, 'operator')),
  );

  expect(first.data.publishDisclaimer.disclaimer.version).toBe(1);
  expect(again.data.publishDisclaimer.disclaimer.version).toBe(1);
  const versions = many.map(({ data }) => data.publishDisclaimer.disclaimer.version).sort((a, b) => a - b);
  expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each([
  ['an empty text', { text: ' ' }, '/text'],
  ['an endless text', { text: 'x'.repeat(20_001) }, '/text'],
  ['a language that is none', { language: 'Englisch', text: 'a' }, '/language'],
])('%s is not published', async (_, input, pointer) => {
  const { data } = await publish(input, 'operator');

  expect(data.publishDisclaimer).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });
});

test.each([[undefined, 'UNAUTHENTICATED'] as const, ['integration' as const, 'FORBIDDEN'] as const])(
  'is published by administrators only, not by %s',
  async (as, code) => {
    expect(refusalOf(await publish({ text: 'Anybody’s text.' }, as))).toBe(code);
  },
);
