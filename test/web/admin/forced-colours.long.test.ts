import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AddressOptions, AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { marked } from '../../support/forced-colours.ts';

/** Fewer are a rounded corner or the edge of a letter. */
const SEEN = 60;

/** Where the system draws with its own few colours: what is chosen, current or on differs by a mark in one of them. */
describe.skipIf(HAS_NO_BROWSER).each(['light', 'dark'] as const)('the back office in forced colours, %s', (scheme) => {
  let pages: AdminPages;
  beforeAll(async () => {
    pages = await AdminPages.open();
    for (const prompt of ['sea at dawn', 'hills at noon', 'rain at night']) await pages.api.render({ prompt });
  });
  afterAll(() => pages?.close());

  const at = (path: string, options: AddressOptions = {}) =>
    pages.at(path, { ...options, scheme, hasForcedColours: true });

  async function expectOnly(chosen: Locator, others: readonly Locator[], around?: number): Promise<void> {
    // Motion of what takes its place and of pictures that come.
    await expect.poll(() => marked(chosen)).toBeGreaterThan(SEEN);
    for (const other of others) expect(await marked(other, around)).toBe(0);
  }

  test('tells chosen pictures from the others, beside what is done to them', async () => {
    const opened = await at('/admin/bank');
    const { page } = opened;
    const cells = page.getByRole('gridcell');
    await expect.poll(() => cells.count()).toBe(3);
    const cell = (at: number) => cells.nth(at);
    const signs = () => page.locator('.bank-choose svg:visible').count();

    await cell(1).getByRole('button').click();
    await page.getByRole('button', { name: 'Move to trash' }).waitFor();
    await page.mouse.move(0, 0);

    expect(await Promise.all((await cells.all()).map((one) => one.getAttribute('aria-selected')))).toEqual([
      'false',
      'true',
      'false',
    ]);
    await expectOnly(cell(1), [cell(0), cell(2)]);
    expect(await signs()).toBe(1);
    await picture(page, `forced-bank-${scheme}`);
    await cell(0).hover();
    expect(await signs()).toBe(1);
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  test('tells the current screen, part and view from the others', async () => {
    const { page, close } = await at('/admin/approvals');
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    const entry = (name: string) => navigation.getByRole('link', { name: new RegExp(`^${name}`) });
    const view = (name: string) => page.getByRole('link', { name, exact: true });

    await expectOnly(entry('Approvals'), [entry('Home'), entry('Customers')]);
    await expectOnly(view('Waiting for me'), [view('Decided by me')]);
    await picture(page, `forced-approvals-${scheme}`);
    await view('Decided by me').click();
    await expectOnly(view('Decided by me'), [view('Waiting for me')]);

    await page.goto(`${pages.api.url}/admin/gateway/models`);
    const parts = page.getByRole('navigation', { name: 'Parts of the catalogue' }).locator(':scope > span');
    await parts.first().waitFor();
    await expectOnly(parts.nth(0), [parts.nth(1)]);
    await picture(page, `forced-models-${scheme}`);
    await close();
  });

  test('tells the row whose details are open from the others', async () => {
    const { page, close } = await at('/admin/settings');
    const rows = page.locator('.settings-row');
    await rows.nth(1).getByRole('link').first().click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => outlineOf(rows.nth(1))).toBe('solid');
    expect(await outlineOf(rows.nth(4))).toBe('none');
    await picture(page, `forced-settings-${scheme}`, false);

    await page.goto(`${pages.api.url}/admin/parts`);
    const table = page.locator('table.data tbody tr:has(.row-link)');
    await table.nth(1).getByRole('link').first().click();
    await page.locator('tr[data-open]').waitFor();
    await expect.poll(() => outlineOf(table.nth(1))).toBe('solid');
    expect(await outlineOf(table.nth(0))).toBe('none');
    await picture(page, `forced-row-${scheme}`, false);
    await close();
  });

  test('tells on from off, in every kind of control', async () => {
    const { page, close } = await at('/admin/parts');
    const scheme_ = page.getByRole('radiogroup', { name: 'Scheme' });
    const label = (name: string) => scheme_.locator('label').filter({ hasText: new RegExp(`^${name}$`) });
    await label('Dark').click();
    await expectOnly(label('Dark'), [label('System')], -3);
    await picture(page, `forced-parts-${scheme}`);
    await label('Light').click();
    await expectOnly(label('Light'), [label('System')], -3);

    const box = page.getByRole('checkbox', { name: 'Replay missed events' });
    await expect.poll(() => marked(box)).toBeGreaterThan(SEEN);
    await box.uncheck();
    await page.mouse.move(0, 0);
    // A busy page can take the focus back once it has drawn the change.
    await expect
      .poll(async () => {
        await box.blur();
        return marked(box);
      })
      .toBe(0);

    await page.goto(`${pages.api.url}/admin/operators/invitations/new`);
    const role = page.getByLabel('Auditor');
    const off = await drawn(role);
    await role.check();
    await role.blur();
    expect(await differing(off, await drawn(role))).toBeGreaterThan(15);
    await picture(page, `forced-roles-${scheme}`);
    await close();
  });

  test('tells a chosen tag, and what the keyboard is on in a menu', async () => {
    const [id] = await pages.api.database.query('select id from asset limit 1');
    await pages.api.graphql(
      `mutation ($id: ID!) { tagAssets(input: { ids: [$id], add: ["autumn", "spring"] }) { __typename } }`,
      { as: 'operator', variables: { id: id!.id } },
    );
    const { page, close } = await at('/admin/bank');
    const tag = (name: string) => page.locator('.bank-popular-tags').getByRole('button', { name });
    await tag('autumn').click();
    await page.mouse.move(0, 0);
    await tag('autumn').blur();
    await expectOnly(tag('autumn'), [tag('spring')]);
    await picture(page, `forced-tags-${scheme}`);

    await page.getByRole('button', { name: 'Vera Brandt' }).click();
    await page.keyboard.press('ArrowDown');
    const item = (name: string) => page.getByRole('menuitem', { name });
    await item('Account').focus();
    await expectOnly(item('Account'), [item('Documents')]);
    const radio = (name: string) => page.getByRole('menuitemradio', { name });
    expect(await radio('System').locator('svg:visible').count()).not.toBe(
      await radio('Dark').locator('svg:visible').count(),
    );
    await picture(page, `forced-menu-${scheme}`, false);
    await close();
  });
});

/** For what is behind a dialog, whose veil tints every colour. */
const outlineOf = (element: Locator) =>
  // The types of the tests have no DOM.
  element.evaluate((one: { computedStyleMap?(): ReadonlyMap<string, object> }) =>
    String(one.computedStyleMap?.().get('outline-style')),
  );

const drawn = (element: Locator) => element.screenshot();

async function differing(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).greyscale().raw().toBuffer()));
  let count = 0;
  for (const [at, value] of a!.entries()) if (Math.abs(value - b![at]!) > 60) count += 1;
  return count;
}
