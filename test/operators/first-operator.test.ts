import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../src/platform/context.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { cookiesOf, postForm } from '../support/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const TYPED = { name: 'Ada Byron', email: 'Ada@Example.org', password: 'difference engine no. 2' };

async function printedPath(): Promise<string | null> {
  const ctx: Context = contextOn(api.services.platform.database);
  const startupHints = (await Promise.all(api.services.lateStartupHints.map((hintsOf) => hintsOf(ctx)))).flat();
  const at = startupHints.find(({ title }) => title === 'First operator')?.at;
  return at?.slice(api.services.platform.publicUrl.length) ?? null;
}

test('the link that a start prints makes one first operator, and then leads to the sign-in', async () => {
  const earlier = await printedPath();
  const path = (await printedPath())!;

  const looked = [await api.fetch(path), await api.fetch(path)];
  const replaced = await api.fetch(earlier!);
  const guessed = await api.fetch(`${path.slice(0, -1)}${path.endsWith('A') ? 'Q' : 'A'}`);
  expect(looked.map(({ status }) => status)).toEqual([200, 200]);
  expect([replaced.status, guessed.status]).toEqual([404, 404]);
  expect(await replaced.text()).toContain('use the latest one');

  const faults = await postForm(api, path, { name: '', email: 'ada', password: 'short' });
  const page = await faults.text();
  expect(faults.status).toBe(422);
  expect(page.match(/class="fault"/g)).toHaveLength(3);
  expect(page).not.toContain('short');

  const all = await Promise.all(Array.from({ length: 4 }, () => postForm(api, path, TYPED)));
  const made = all.filter((answer) => answer.headers.get('location') === '/admin');
  expect(made).toHaveLength(1);
  expect(all.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(await api.database.query('select name, email, roles from operator')).toEqual([
    { name: 'Ada Byron', email: 'ada@example.org', roles: ['ADMIN'] },
  ]);

  const account = await api.fetch('/admin/account', { headers: { cookie: cookiesOf(made[0]!) } });
  expect(await account.text()).toContain('ada@example.org');
  expect(await printedPath()).toBeNull();
  expect(await (await api.fetch(path)).text()).toContain('This service already has an operator');
  expect((await postForm(api, path, TYPED)).headers.get('location')).toBe('/admin/sign-in');
  expect(await api.database.query('select id from operator_link')).toEqual([]);

  const signedIn = await postForm(api, '/admin/sign-in', { email: 'ADA@example.org ', password: TYPED.password });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/admin']);
});

test('a link can be bound to an address from the start', async () => {
  const bound = await startApi({ works: false, env: { INIT_ADMIN_EMAIL: 'Grace@Example.org' } });
  const ctx: Context = contextOn(bound.services.platform.database);
  const [hint] = (await Promise.all(bound.services.lateStartupHints.map((hintsOf) => hintsOf(ctx)))).flat();
  const path = hint!.at.slice(bound.services.platform.publicUrl.length);

  const page = await (await bound.fetch(path)).text();
  const { status } = await postForm(bound, path, { ...TYPED, name: 'Grace' });

  expect(page).toContain('grace@example.org');
  expect(status).toBe(303);
  expect(await bound.database.query('select email from operator')).toEqual([{ email: 'grace@example.org' }]);
});
