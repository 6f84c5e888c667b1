import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminPages, picture, signIn } from '../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../support/browser.ts';
import { sessionOf, withPassword } from '../support/people.ts';

const PASSWORD = 'difference engine no. 2';

describe.skipIf(HAS_NO_BROWSER)('the back office', () => {
  let pages: AdminPages;

  beforeAll(async () => {
    pages = await AdminPages.open();
    await withPassword(pages.api, pages.admin.operatorId, PASSWORD);
    for (const address of ['grace', 'ada', 'mary']) {
      await pages.api.graphql(
        `mutation { inviteOperator(input: { email: "${address}@example.org", roles: [EDITOR] }) { __typename } }`,
        { as: 'operator' },
      );
    }
  });

  afterAll(() => pages?.close());

  const rows = (page: Page) => page.locator('.row-link');
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent ?? ""');

  test.each([
    ['light', 1_440],
    ['dark', 390],
  ] as const)('is sound in %s at %i px: home, a list, a thing of it', async (scheme, width) => {
    const opened = await pages.at('/admin', { scheme, width });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Your approvals' }).waitFor();
    await pages.expectSound(opened);
    await picture(page, `home-${scheme}-${width}`);

    await page.goto(`${pages.api.url}/admin/audit`);
    await rows(page).first().waitFor();
    await pages.expectSound(opened);
    await picture(page, `audit-${scheme}-${width}`);

    await rows(page).first().click();
    await page.getByText('Chain').waitFor();
    expect(pathOf(page)).toMatch(/^\/admin\/audit\/\w+$/);
    await pages.expectSound(opened);
    await picture(page, `audit-entry-${scheme}-${width}`);
    await opened.close();
  });

  test.each([
    ['light', 1_440],
    ['dark', 390],
  ] as const)('shows all that screens are made of in %s at %i px, dialogs too', async (scheme, width) => {
    const opened = await pages.at('/admin/parts', { scheme, width });
    const { page } = opened;
    await pages.expectSound(opened);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await picture(page, `parts-${scheme}-${width}`);

    for (const [what, title, out] of [
      ['question', 'Revoke this key?', 'Revoke key'],
      ['conflict', 'Changed by another person', 'Keep my version'],
      ['form', 'Tag two pictures', 'Tag pictures'],
      ['secret', 'Front end key', 'Done'],
    ] as const) {
      await page.getByRole('button', { name: `Show the ${what}` }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      await pages.expectSound(opened);
      await picture(page, `parts-${what}-${scheme}-${width}`);
      if (what === 'secret') await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: out }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await opened.close();
  });

  test('has its parts at an address that anybody may open who has signed in, in the scheme that is chosen there', async () => {
    const opened = await pages.at('/admin/parts', { as: await pages.person(['AUDITOR'], 'Ada Roe') });
    const { page } = opened;
    const scheme = () => page.evaluate('document.documentElement.dataset.scheme ?? null');

    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(scheme).toBe('dark');
    await page.getByRole('radiogroup').getByText('System', { exact: true }).click();
    await expect.poll(scheme).toBe(null);
    await rows(page).first().click();
    await page.getByRole('dialog', { name: 'Example run' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/admin\/parts\/run_\w+$/);
    await page.keyboard.press('Escape');
    await expect.poll(() => pathOf(page)).toBe('/admin/parts');
    await page.getByLabel('Name').fill('A webhook');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Your approvals' }).waitFor();

    await expect.poll(() => page.locator('#navigation a[href="/admin/parts"]').count()).toBe(0);
    await pages.expectSound(opened);
    await opened.close();
  });

  test('is gone through with the keyboard, and says where one is', async () => {
    const opened = await pages.at('/admin');
    const { page } = opened;

    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.getByRole('link', { name: 'Audit trail', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit trail', exact: true }).waitFor();

    await expect.poll(() => focused(page)).toBe('Audit trail');
    expect(await page.title()).toBe('Audit trail · Imprimatur');
    await rows(page).first().focus();
    await page.keyboard.press('j');
    await page.locator('tr:nth-child(2) .row-link:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Chain').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => pathOf(page)).toBe('/admin/audit');
    await pages.expectSound(opened);
    await opened.close();
  });

  test('names a drawer in the title, also where a link led to it at once, and the list once it is closed', async () => {
    const opened = await pages.at('/admin/audit');
    const { page } = opened;
    await rows(page).first().click();
    await page.getByRole('dialog').getByText('Chain').waitFor();
    const title = await page.title();

    await page.reload();
    await page.getByRole('dialog').getByText('Chain').waitFor();
    await page.getByRole('heading', { name: 'Audit trail', exact: true }).waitFor({ state: 'attached' });
    await expect.poll(() => page.title()).toBe(title);
    expect(title).toBe('Audit entry · Imprimatur');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.title()).toBe('Audit trail · Imprimatur');
    await pages.expectSound(opened);
    await opened.close();
  });

  test('keeps the place in its address: filters, going back, loading anew', async () => {
    const opened = await pages.at('/admin/audit');
    const { page } = opened;
    await rows(page).first().waitFor();

    await page.getByLabel('Outcome').selectOption('REFUSED');
    await page.getByText('No entries match these filters.').waitFor();
    expect(page.url()).toContain('?outcome=REFUSED');
    await page.reload();
    await page.getByText('No entries match these filters.').waitFor();
    await page.goBack();
    await rows(page).first().waitFor();

    await page.goto(`${pages.api.url}/admin/audit?outcome=NONSENSE&from=never`);
    await rows(page).first().waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test('leads whoever is not signed in to the sign-in, and back to the same address', async () => {
    const opened = await pages.blank({ as: null });
    const { page } = opened;

    await page.goto(`${pages.api.url}/admin/audit?outcome=DONE`);
    expect(pathOf(page)).toBe('/admin/sign-in');
    await page.getByLabel('E-mail address').fill(pages.admin.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await rows(page).first().waitFor();
    expect(page.url()).toBe(`${pages.api.url}/admin/audit?outcome=DONE`);
    await opened.close();
  });

  test('asks for a session that has ended in a dialog, and goes on where it was', async () => {
    const person = await pages.person(['ADMIN'], 'Ines Okafor');
    const opened = await pages.at('/admin/audit', { as: person });
    const { page } = opened;
    await rows(page).first().waitFor();
    await page.context().clearCookies();

    await page.getByLabel('Actor').fill('operator:nobody');
    await page.getByLabel('Actor').press('Enter');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await picture(page, 'sign-in-again');
    const again = await sessionOf(pages.api, person.operatorId);
    await signIn(page.context(), pages.api, { ...person, ...again });
    const [beside] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await beside.waitForEvent('close');

    await page.getByText('No entries match these filters.').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByLabel('Actor').inputValue()).toBe('operator:nobody');
    await opened.close();
  });

  test('shows nobody what is not for them', async () => {
    const editor = await pages.person(['EDITOR'], 'Edith Roe');
    const opened = await pages.at('/admin/audit', { as: editor });
    const { page } = opened;

    await page.getByText('audit:read').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Audit trail', exact: true }).count()).toBe(0);
    await page.goto(`${pages.api.url}/admin/nowhere`);
    await page.getByText('This address doesn’t exist.').waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test('is light or dark as somebody has chosen, whatever the system', async () => {
    const opened = await pages.at('/admin', { scheme: 'light', width: 390 });
    const { page } = opened;
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await paper();

    await page.getByRole('button', { name: 'Vera Brandt' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(paper).not.toBe(light);
    await pages.expectSound(opened);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('heading', { name: 'Your approvals' }).waitFor();

    expect(await paper()).not.toBe(light);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Audit trail', exact: true }).click();
    await page.getByRole('heading', { name: 'Audit trail', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Audit trail', exact: true }).isVisible()).toBe(false);
    await opened.close();
  });
});
