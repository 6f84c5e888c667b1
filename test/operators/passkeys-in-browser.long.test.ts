import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage } from '../support/browser.ts';
import { changeOperators } from '../support/operator-codes.ts';
import { signedIn, withPassword } from '../support/people.ts';
import { freePort } from '../support/service-process.ts';
import { withAuthenticator } from '../support/virtual-authenticator.ts';

const PASSWORD = 'difference engine no. 2';
const FACTORS = '/admin/account/second-factors';
/** Where nothing else is asked for one comes to the back office, which has tests of its own. */
const SIGN_IN = '/admin/sign-in?next=/admin/account';

describe.skipIf(HAS_NO_BROWSER)('a passkey in a browser', () => {
  let api: Api;
  let browser: Browser;
  beforeAll(async () => {
    // Browsers take passkeys at a host name only, and the service must know by which one it is reached.
    const port = await freePort();
    api = await startApi({ works: false, port, env: { PUBLIC_URL: `http://localhost:${port}` } });
    browser = await launchBrowser(['localhost']);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  /** Somebody with a password, before the sign-in page. */
  async function somebody() {
    const { email, operatorId } = await signedIn(api, { roles: ['ADMIN'] });
    await withPassword(api, operatorId, PASSWORD);
    const { page, faults, requested } = await openPage(browser, { baseURL: api.services.platform.publicUrl });
    onTestFinished(() => page.context().close());
    await page.addInitScript(
      `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
         console.error('Policy:', violatedDirective, blockedURI));`,
    );
    return { page, faults, requested, operatorId, email, device: await withAuthenticator(page) };
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

  async function signInByPassword(page: Page, email: string): Promise<void> {
    await page.goto(SIGN_IN);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await at(page, '/admin/account');
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto(FACTORS);
    await page.getByLabel('Name of the passkey').fill(name);
    await press(page, 'Add passkey');
    await page.getByRole('status').filter({ hasText: 'The passkey was added.' }).waitFor();
  }

  async function signOut(page: Page): Promise<void> {
    await page.goto('/admin/sign-out');
    await press(page, 'Sign out');
    await at(page, '/admin/sign-in');
  }

  test('is added, signs in without a password, confirms, and is removed', async () => {
    const { page, faults, requested, operatorId, email, device } = await somebody();
    await signInByPassword(page, email);
    await addPasskey(page, 'Laptop');
    expect(await page.locator('li', { hasText: 'Laptop' }).innerText()).toMatch(/not used yet/);
    expect(await device.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
    await signOut(page);

    await page.goto(SIGN_IN);
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await press(page, 'Sign in with a passkey');
    await at(page, '/admin/account');
    expect(await page.locator('main').innerText()).toContain(email);

    // As if ten minutes had gone by: what asks for it leads there, and on to where they were.
    await changeOperators(api, 'update operator_session set confirmed_at = null where operator_id = $1', [operatorId]);
    await expect
      .poll(async () => {
        await page.goto(FACTORS);
        return page.locator('main').innerText();
      })
      .toContain('confirm your identity');
    await page.getByRole('link', { name: 'confirm your identity' }).click();
    await press(page, 'Use a passkey');
    await at(page, FACTORS);
    expect(await page.locator('li', { hasText: 'Laptop' }).innerText()).toMatch(/last used \d{4}-\d\d-\d\d/);

    await press(page, 'Remove Laptop');
    await page.getByText('You have no passkeys yet.').waitFor();
    expect(faults).toEqual([]);
    expect(requested.filter((url) => new URL(url).origin !== api.services.platform.publicUrl)).toEqual([]);
  });

  test('of the same device is not added twice', async () => {
    const { page, faults, email, device } = await somebody();
    await signInByPassword(page, email);
    await addPasskey(page, 'Laptop');

    await page.getByLabel('Name of the passkey').fill('Laptop again');
    await press(page, 'Add passkey');

    await page.getByText('This device already has a passkey for you.').waitFor();
    expect(await device.credentials()).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('that nobody touches lets nobody in, and the page says so', async () => {
    const { page, faults, email, device } = await somebody();
    await signInByPassword(page, email);
    await addPasskey(page, 'Laptop');
    await signOut(page);
    await device.refuses();

    await page.goto('/admin/sign-in/passkey');
    await press(page, 'Sign in with a passkey');

    await page.getByText('No passkey was used.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/admin/sign-in/passkey');
    expect(faults).toEqual([]);
  });
});
