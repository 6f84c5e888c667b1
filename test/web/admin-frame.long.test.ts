import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminPages, picture } from '../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../support/browser.ts';

describe.skipIf(HAS_NO_BROWSER)('the back office', () => {
  let pages: AdminPages;

  beforeAll(async () => {
    pages = await AdminPages.open();
    await pages.api.graphql(
      `mutation { inviteOperator(input: { email: "grace@example.org", roles: [EDITOR] }) { __typename } }`,
      { as: 'operator' },
    );
  });

  afterAll(() => pages?.close());

  test.each([
    ['light', 1_440],
    ['dark', 1_440],
    ['light', 390],
    ['dark', 390],
  ] as const)('is sound in %s at %i px: home, audit, an entry', async (scheme, width) => {
    const opened = await pages.at('/admin', { scheme, width });
    const { page } = opened;
    await page.getByRole('heading', { name: 'What waits for you' }).waitFor();
    await pages.expectSound(opened);
    await picture(page, `home-${scheme}-${width}`);

    await page.goto(`${pages.api.url}/admin/audit`);
    await page.getByRole('link', { name: /\d{4}/ }).first().waitFor();
    await pages.expectSound(opened);
    await picture(page, `audit-${scheme}-${width}`);

    await page.getByRole('link', { name: /\d{4}/ }).first().click();
    await page.getByText('In the chain').waitFor();
    await pages.expectSound(opened);
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/audit\/aud_/);
    await picture(page, `audit-entry-${scheme}-${width}`);

    await opened.close();
  });
});
