import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../rest/support.ts';
import { type Api, INBOUND_SECRET, refusalOf, startApi } from '../support/api.ts';

const NEW = 'a-new-secret-from-the-back-office';
const PATH = '/api/integrations/cinema/render/rnd_00000000000000000000000000';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(() => set(null));

async function set(secret: string | null) {
  const { data } = await api.graphql(
    `mutation ($secret: String) { setIntegrationsInboundSecret(input: { secret: $secret }) {
       __typename ... on StoredInboundSecret { setting { origin updatedAt } }
       ... on InputInvalid { issues { pointer message } } } }`,
    { as: 'operator', variables: { secret } },
  );
  const answer = data.setIntegrationsInboundSecret;
  return answer.setting ?? answer;
}

/** Whether a secret lets in: then there is no such render; else it gets no further than the door. */
async function letsIn(secret: string): Promise<boolean> {
  const { status } = await ask(api, { path: PATH, as: { bearer: secret } });
  expect([401, 404]).toContain(status);
  return status === 404;
}

describe('the integrations inbound secret', () => {
  test('of the environment holds until another is set', async () => {
    expect(await letsIn(INBOUND_SECRET)).toBe(true);
    expect(await letsIn(NEW)).toBe(false);
    const { data } = await api.graphql('{ integrationsInboundSecret { origin updatedAt } }', { as: 'operator' });
    expect(data.integrationsInboundSecret).toEqual({ origin: 'ENVIRONMENT', updatedAt: null });
  });

  test('of the back office wins from the next request on, on every path, and the old one is out', async () => {
    expect(await set(NEW)).toMatchObject({ origin: 'BACK_OFFICE', updatedAt: expect.any(String) });

    expect(await letsIn(NEW)).toBe(true);
    expect(await letsIn(INBOUND_SECRET)).toBe(false);
    const { status, errors } = await api.graphql('{ render(id: "x") { id } }', { as: { bearer: INBOUND_SECRET } });
    expect(status).toBe(401);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('can be changed again and given back', async () => {
    await set(NEW);
    await set(`${NEW}-2`);
    expect(await letsIn(NEW)).toBe(false);
    expect(await letsIn(`${NEW}-2`)).toBe(true);

    expect(await set(null)).toEqual({ origin: 'ENVIRONMENT', updatedAt: null });

    expect(await letsIn(`${NEW}-2`)).toBe(false);
    expect(await letsIn(INBOUND_SECRET)).toBe(true);
  });

  test('is changed under load without a request that is refused wrongly', async () => {
    await set(NEW);
    let done = false;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        const answers: boolean[] = [];
        while (!done) answers.push((await letsIn(NEW)) || (await letsIn(`${NEW}-next`)));
        return answers;
      }),
    );

    await set(`${NEW}-next`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    done = true;

    expect((await load).flat()).not.toContain(false);
  });

  test('is kept as a digest, with who set it', async () => {
    await set(NEW);

    const rows = await api.database.query<{ text: string; digest: Buffer; updated_by: string }>(
      'select s::text as text, digest, updated_by from setting s where digest is not null',
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]!.text).not.toContain(NEW);
    expect(rows[0]!.digest.equals(createHash('sha256').update(NEW).digest())).toBe(true);
    expect(rows[0]!.updated_by).toBe('operator:admin');
  });

  test('cannot be read: no type has a field for it', async () => {
    const { data } = await api.graphql('{ __type(name: "SecretSetting") { fields { name } } }');

    expect(data.__type.fields.map((field: { name: string }) => field.name).sort()).toEqual(['origin', 'updatedAt']);
  });

  test.each([
    ['too short', 'short'],
    ['empty', ''],
    ['too long', 'x'.repeat(257)],
    ['with a blank', 'a secret with blanks in it and more'],
    ['with a line end', `${NEW}\n`],
    ['with characters that no header carries as they are', 'ein-Schlüssel-mit-Umlauten-äöü'],
    ['with an invisible character', `${NEW}\u200b`],
    ['with a control character', `${NEW}\u0007`],
  ])('is refused when it is %s, and nothing changes', async (_, secret) => {
    await set(NEW);

    expect(await set(secret)).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer: '/secret' }] });

    expect(await letsIn(NEW)).toBe(true);
    expect(await letsIn(INBOUND_SECRET)).toBe(false);
  });

  test.each(['integration', undefined] as const)('is not for %s to set', async (as) => {
    const answer = await api.graphql(
      `mutation { setIntegrationsInboundSecret(input: { secret: "${NEW}" }) { ... on Problem { code } } }`,
      { as },
    );

    expect(refusalOf(answer)).toBe(as ? 'FORBIDDEN' : 'UNAUTHENTICATED');
    expect(await letsIn(NEW)).toBe(false);
  });
});
