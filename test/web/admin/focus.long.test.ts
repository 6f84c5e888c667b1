import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminPages } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';

/** The ways out of a dialog that do nothing. */
const WAYS_OUT: readonly ((dialog: Locator) => Promise<void>)[] = [
  (dialog) => dialog.page().keyboard.press('Escape'),
  (dialog) => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
  (dialog) => dialog.getByRole('button', { name: 'Cancel', exact: true }).click(),
];

/** Once as most see it, with dialogs that fade; once as whoever wants nothing to move. */
const MOTIONS = ['no-preference', 'reduce'] as const;

describe.skipIf(HAS_NO_BROWSER)('where the focus is after a dialog in the back office', () => {
  let pages: AdminPages;

  beforeAll(async () => {
    pages = await AdminPages.open();
  });

  afterAll(() => pages?.close());

  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const focused = (one: Locator) => one.and(one.page().locator(':focus')).waitFor();

  /** Opens it by keyboard, and waits until the focus is in it. */
  async function open(opener: Locator, title: string): Promise<Locator> {
    await opener.focus();
    await opener.page().keyboard.press('Enter');
    const opened = dialog(opener.page(), title);
    await opened.locator(':focus').waitFor();
    return opened;
  }

  async function leftEveryWay(opener: Locator, title: string): Promise<void> {
    for (const leave of WAYS_OUT) {
      const opened = await open(opener, title);
      await leave(opened);
      await opened.waitFor({ state: 'detached' });
      await focused(opener);
    }
  }

  async function tokenNamed(name: string): Promise<void> {
    const { data } = await pages.api.graphql(
      'mutation ($input: IssueOperatorTokenInput!) { issueOperatorToken(input: $input) { __typename } }',
      { as: pages.admin.as, variables: { input: { name, scopes: ['audit:read'] } } },
    );
    expect(data.issueOperatorToken.__typename).toBe('IssuedOperatorToken');
  }

  test.each(MOTIONS)('a question gives it back to its button, left and answered (%s)', async (reducedMotion) => {
    const { operatorId } = await pages.person(['AUDITOR'], 'Ines Edelmann');
    const opened = await pages.at(`/admin/operators/${operatorId}`);
    const { page } = opened;
    await page.emulateMedia({ reducedMotion });
    await leftEveryWay(button(page, 'Disable operator'), 'Disable Ines Edelmann?');

    const question = await open(button(page, 'Disable operator'), 'Disable Ines Edelmann?');
    await question.getByRole('button', { name: 'Disable operator' }).click();
    // The same button, which says by now what it would do.
    await focused(button(page, 'Enable operator'));
    await pages.expectSound(opened);
    await opened.close();
  });

  test.each(MOTIONS)(
    'a form gives it back to its button, also when something typed is thrown away (%s)',
    async (reducedMotion) => {
      const opened = await pages.at('/admin/parts');
      const { page } = opened;
      await page.emulateMedia({ reducedMotion });
      const opener = button(page, 'Show the form');
      await leftEveryWay(opener, 'Tag two pictures');

      const form = await open(opener, 'Tag two pictures');
      await page.keyboard.type('lake');
      await page.keyboard.press('Escape');
      const question = dialog(page, 'Discard changes?');
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await focused(form.getByLabel('Tags'));
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await focused(opener);

      await open(opener, 'Tag two pictures');
      await page.keyboard.type('lake');
      await page.keyboard.press('Enter');
      await page.getByText('Pictures tagged (example).').waitFor();
      await focused(opener);
      await opened.close();
    },
  );

  test.each(MOTIONS)(
    'a secret in the place of one gives it back to the button that asked for it (%s)',
    async (reducedMotion) => {
      await tokenNamed(`Rotated ${reducedMotion}`);
      const opened = await pages.at('/admin/operators/tokens');
      const { page } = opened;
      await page.emulateMedia({ reducedMotion });
      // Once it is done the new one, which is called the same, is above it.
      const opener = button(page, `Rotate Rotated ${reducedMotion}`).last();
      await leftEveryWay(opener, `Rotate Rotated ${reducedMotion}`);

      await open(opener, `Rotate Rotated ${reducedMotion}`);
      await button(page, 'Rotate token').click();
      const secret = dialog(page, 'New token');
      await secret.getByRole('checkbox').check();
      await secret.getByRole('button', { name: 'Done' }).click();
      await secret.waitFor({ state: 'detached' });
      await button(page, `Rotate Rotated ${reducedMotion}`).nth(1).waitFor();
      await focused(opener);
      await opened.close();
    },
  );

  test.each(MOTIONS)(
    'it is on the heading where what was done has taken the button away (%s)',
    async (reducedMotion) => {
      await tokenNamed(`Revoked ${reducedMotion}`);
      const opened = await pages.at('/admin/operators/tokens');
      const { page } = opened;
      await page.emulateMedia({ reducedMotion });
      const opener = button(page, `Revoke Revoked ${reducedMotion}`);
      const question = await open(opener, `Revoke Revoked ${reducedMotion}?`);
      await question.getByRole('button', { name: 'Revoke token' }).click();
      await opener.waitFor({ state: 'detached' });
      await focused(page.locator('h1'));
      await opened.close();
    },
  );

  test('one thing of a list gives it back to the link that led there', async () => {
    const opened = await pages.at('/admin/parts');
    const { page } = opened;
    const opener = page.getByRole('link', { name: 'Show one run' });
    for (const leave of WAYS_OUT.slice(0, 2)) {
      const detail = await open(opener, 'Example run');
      await leave(detail);
      await detail.waitFor({ state: 'detached' });
      await focused(opener);
    }
    await opened.close();
  });

  test('whoever has gone on before the button is taken away stays there', async () => {
    await tokenNamed('Left behind');
    const opened = await pages.at('/admin/operators/tokens');
    const { page } = opened;
    const opener = button(page, 'Revoke Left behind');
    const question = await open(opener, 'Revoke Left behind?');
    const { promise: goneOn, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation')) await goneOn;
      await route.continue();
    });
    await question.getByRole('button', { name: 'Revoke token' }).click();
    await focused(opener);
    const next = page.getByRole('link', { name: 'Create your own token' }).first();
    await next.focus();
    release();
    await opener.waitFor({ state: 'detached' });
    await focused(next);
    await opened.close();
  });

  test('one thing of a list that was opened by its address leaves it on the heading', async () => {
    const opened = await pages.at('/admin/parts');
    const { page } = opened;
    await page.getByRole('link', { name: 'Show one run' }).click();
    const address = page.url();
    for (const leave of WAYS_OUT.slice(0, 2)) {
      await page.goto(address);
      const detail = page.getByRole('dialog', { name: 'Example run' });
      await detail.locator(':focus').waitFor();
      await leave(detail);
      await detail.waitFor({ state: 'detached' });
      await focused(page.locator('h1'));
    }
    await opened.close();
  });

  test('a question that was left while it is done leaves the next one open, and where the focus is', async () => {
    await tokenNamed('Done late');
    await tokenNamed('Asked next');
    const opened = await pages.at('/admin/operators/tokens');
    const { page } = opened;
    const { promise: askedNext, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('RevokeToken')) await askedNext;
      await route.continue();
    });
    const first = await open(button(page, 'Revoke Done late'), 'Revoke Done late?');
    await first.getByRole('button', { name: 'Revoke token' }).click();
    await first.getByRole('button', { name: 'Cancel' }).click();
    await first.waitFor({ state: 'detached' });
    const second = await open(button(page, 'Revoke Asked next'), 'Revoke Asked next?');
    const leaveIt = second.getByRole('button', { name: 'Cancel' });
    await focused(leaveIt);
    release();
    await page.getByText('Revoked Done late.').waitFor();
    await button(page, 'Revoke Done late').waitFor({ state: 'detached' });
    await focused(leaveIt);
    await opened.close();
  });
});
