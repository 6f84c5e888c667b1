import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../support/api.ts';
import { PAGE_OPERATIONS } from '../support/page-contracts.ts';
import { postForm, type SignedIn, signedIn, withPasskey, withPassword } from '../support/people.ts';

/** The page was loaded by her, and she is signed out by now. */
let ada: SignedIn;
/** Has signed in with the same browser meanwhile. */
let bea: SignedIn;
let api: Api;
const operations = PAGE_OPERATIONS.map(({ method, path, contract: { credential } }) => ({ method, path, credential }));

const CREATE = `mutation ($name: String!) { createCustomer(input: { name: $name, plan: BASE }) { __typename } }`;

beforeAll(async () => {
  api = await startApi({ works: false });
  [ada, bea] = [
    await signedIn(api, { roles: ['ADMIN'], name: 'Ada' }),
    await signedIn(api, { roles: ['ADMIN'], name: 'Bea' }),
  ];
  await withPassword(api, bea.operatorId, 'difference engine no. 2');
  await withPasskey(api, bea.operatorId);
});
afterAll(() => api.stop());

const shownTo = ({ actor }: SignedIn) => ({ 'x-imprimatur-person': actor });
const customers = async (name: string) =>
  (await api.database.query('select from customer where name = $1', [name])).length;

async function create(name: string, headers: Record<string, string>): Promise<Json> {
  const body = JSON.stringify({ query: CREATE, variables: { name } });
  const response = await api.fetch('/graphql', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: await response.json() };
}

describe('a request of a page that names its person', () => {
  test('is done where the session is that person’s, and refused before anything is done where it is another’s', async () => {
    const own = await create('Own Ltd', { ...bea.as, ...shownTo(bea) });
    const anothers = await create('Other Ltd', { ...bea.as, ...shownTo(ada) });
    const strangers = await create('Other Ltd', { ...bea.as, 'x-imprimatur-person': 'anonymous' });

    expect(own.body.data.createCustomer.__typename).toBe('CreatedCustomer');
    for (const { status, body } of [anothers, strangers]) {
      expect([status, body.errors[0].extensions.code]).toEqual([403, 'PERSON_CHANGED']);
      expect(body.errors[0].message).toContain('Nothing was done.');
    }
    expect([await customers('Own Ltd'), await customers('Other Ltd')]).toEqual([1, 0]);
  });

  test('is done for API clients, whatever it names, and without a name', async () => {
    const byToken = await create('Token Ltd', {
      authorization: 'Bearer test-operator-token-of-an-admin',
      cookie: bea.as.cookie,
      ...shownTo(ada),
    });
    const unnamed = await create('Unnamed Ltd', bea.as);

    for (const { body } of [byToken, unnamed]) expect(body.data.createCustomer.__typename).toBe('CreatedCustomer');
  });

  test('asks for a sign-in where nobody has a session', async () => {
    const { status, body } = await create('Nobody Ltd', shownTo(ada));

    expect([status, body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('is refused at every other door as well: uploads, streams, reads, REST, exports', async () => {
    const headers = { ...bea.as, ...shownTo(ada) };
    const form = new FormData();
    form.append('operations', JSON.stringify({ query: 'mutation { __typename }' }));
    form.append('map', '{}');
    const json = { 'content-type': 'application/json', ...headers };
    const subscription = JSON.stringify({ query: 'subscription { renderProgress(id: "rnd_1") { status } }' });
    const answers = await Promise.all([
      api.fetch('/graphql', { method: 'POST', body: form, headers: { ...headers, 'apollo-require-preflight': '1' } }),
      api.fetch('/graphql/stream', { method: 'POST', body: subscription, headers: json }),
      api.fetch('/graphql?query={__typename}', { headers: { ...headers, 'apollo-require-preflight': '1' } }),
      api.fetch('/api/admin/image-bank', { headers }),
      api.fetch('/exports/audit-trail.jsonl', { headers }),
    ]);

    for (const answer of answers) {
      expect(answer.status, answer.url).toBe(403);
      expect(await answer.text()).toContain('PERSON_CHANGED');
    }
  });
});

describe('a form of a page without scripts', () => {
  const ofSessions = (method: string) =>
    operations.filter((one) => one.method === method && one.credential === 'SESSION');
  const filled = (path: string) => path.replace('*screen', 'customers');

  test('names the person in every form of every page', async () => {
    const forms: string[] = [];
    for (const { path } of ofSessions('GET')) {
      const page = await (await api.fetch(filled(path), { headers: bea.as })).text();
      for (const [form] of page.matchAll(/<form\b.*?<\/form>/gs)) {
        if (!/^<form[^>]* method="post"/.test(form)) throw new Error(`Another form: ${form}`);
        expect(form, path).toContain(`<input type="hidden" name="person" value="${bea.actor}" autocomplete="off">`);
        forms.push(/action="([^"]*)"/.exec(form)![1]!);
      }
    }

    expect([...new Set(forms)].sort()).toEqual(
      ofSessions('POST')
        .map(({ path }) => filled(path))
        .sort(),
    );
  });

  test('is refused before anything is done where the session is another’s, by a page that leads back to it', async () => {
    const before = await api.database.query('select id, operator_id from operator_session order by id');

    for (const { path } of ofSessions('POST')) {
      const fields = { person: ada.actor, do: 'begin-codes', session: bea.sessionId };
      const referer = `${api.url}${filled(path)}?said=so`;
      const answer = await postForm(api, filled(path), fields, { cookie: bea.as.cookie, referer });
      const page = await answer.text();
      expect([path, answer.status]).toEqual([path, 403]);
      expect(page).toContain('Another operator has signed in with this browser');
      expect(page).toContain('Nothing was done.');
      expect(page).toContain(`<a href="${filled(path)}?said=so">Reload the page</a>`);
    }

    expect(await api.database.query('select id, operator_id from operator_session order by id')).toEqual(before);
    expect(await api.database.query('select from operator_totp')).toEqual([]);
  });

  test('never leads to another host', async () => {
    const headers = { cookie: bea.as.cookie, referer: 'https://example.org//evil.example/x' };
    const answer = await postForm(api, '/admin/sign-out', { person: ada.actor }, headers);

    expect(await answer.text()).toContain('<a href="/admin/account">Reload the page</a>');
  });

  test('is taken where the session is that person’s', async () => {
    const page = await (await api.fetch('/admin/sign-out', { headers: bea.as })).text();
    const fields = Object.fromEntries(
      [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
    const answer = await postForm(api, '/admin/sign-out', fields, bea.as);

    expect(answer.status).toBe(303);
    expect(await api.database.query('select from operator_session where id = $1', [bea.sessionId])).toEqual([]);
  });
});
