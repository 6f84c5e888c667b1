import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';

describe.skipIf(HAS_NO_BROWSER)('publishing in the back office', () => {
  let pages: AdminPages;

  beforeAll(async () => {
    pages = await AdminPages.open();
  });

  afterAll(() => pages?.close());

  const toolsOf = async () =>
    (await pages.api.graphql('{ externalTools { nodes { name match channel targetPointers } } }', { as: 'operator' }))
      .data.externalTools.nodes;

  test('an administrator marks a tool and takes the mark away, by mouse and by keyboard', async () => {
    const opened = await pages.at('/admin/publishing');
    const { page } = opened;
    await page.getByRole('heading', { name: 'Current policy' }).waitFor();
    await page.getByText('No tools need approval.').waitFor();
    await pages.expectSound(opened);

    await page.getByRole('link', { name: 'Add tool' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('send_email');
    await dialog.getByLabel('Recipients').fill('/to, /cc');
    await pages.expectSound(opened);
    await picture(page, 'publishing-mark');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'send_email', exact: true }).waitFor();
    expect(await toolsOf()).toEqual([
      { name: 'send_email', match: 'EXACT', channel: 'EMAIL', targetPointers: ['/to', '/cc'] },
    ]);
    await pages.expectSound(opened);
    await picture(page, 'publishing-light-1440');

    await page.getByRole('link', { name: 'Add tool' }).click();
    await dialog.getByLabel('Name').fill('send_email');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Remove send_email' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('are passed on without approval').waitFor();
    await dialog.getByRole('button', { name: 'Remove tool' }).click();
    await page.getByText('No tools need approval.').waitFor();
    expect(await toolsOf()).toEqual([]);
    await opened.close();
  });

  test.each([
    ['dark', 1_440],
    ['dark', 390],
  ] as const)('is sound in %s at %i px, and lets who only looks change nothing', async (scheme, width) => {
    const approver = await pages.person(['APPROVER'], 'Ada Ferrant');
    const opened = await pages.at('/admin/publishing?channel=CRM', { as: approver, scheme, width });
    const { page } = opened;
    await page.getByText('No tool for this channel needs approval.').waitFor();
    await page.getByRole('heading', { name: 'Current policy' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Add tool' }).count()).toBe(0);
    await pages.expectSound(opened);
    await picture(page, `publishing-${scheme}-${width}`);
    await opened.close();
  });
});
