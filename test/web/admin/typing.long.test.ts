import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer } from '../../customers/graph.ts';
import { AdminPages } from '../../support/admin-page.ts';
import type { Json } from '../../support/api.ts';
import { ENGINES, HAS_NO_BROWSER } from '../../support/browser.ts';

const ZONE = 'America/Los_Angeles';

describe.skipIf(HAS_NO_BROWSER).each(ENGINES)('what a person types into the back office, in %s', (engine) => {
  let pages: AdminPages;
  let assetId: string;
  beforeAll(async () => {
    pages = await AdminPages.open({}, engine);
    ({ id: assetId } = (await pages.api.render({ prompt: 'sea at dawn' })).asset);
    await createCustomer(pages.api, { name: 'Evening Ltd', plan: 'BASE' });
    // The evening of the 25th by the reader's clock, and the 26th in UTC.
    await pages.api.database.query(`update customer set created_at = '2026-11-26T04:30:00Z'`);
  });
  afterAll(() => pages?.close());

  test('a day in the filter of a list is typed as a whole, and is the day that the list shows', async () => {
    const { page, requested, faults } = await pages.at('/admin/customers', { zone: ZONE });
    await page.getByText('Evening Ltd').waitFor();
    const from = page.getByLabel('Created from');
    await from.focus();
    const asked = requested.length;
    await page.keyboard.type('11252026', { delay: 20 });

    expect(new URL(page.url()).searchParams.get('from')).toBeNull();
    expect(requested.length).toBe(asked);
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=2026-11-25/);
    await page.getByLabel('Created to').focus();
    await page.keyboard.type('11252026');
    await from.focus();
    await page.waitForURL(/to=2026-11-25/);

    await page.getByText('Evening Ltd').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Evening Ltd').waitFor();
    await from.fill('2026-11-26');
    await from.press('Enter');
    await page.waitForURL(/from=2026-11-26/);
    await page.getByText('Evening Ltd').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('no year breaks the page of a picture', async () => {
    const { page, faults } = await pages.at(`/admin/bank/${assetId}`, { zone: ZONE });
    const until = page.getByLabel('Valid until');
    await until.focus();
    await page.keyboard.type('01012027261200PM', { delay: 10 });
    await page.getByLabel('Credit').pressSequentially('Vera');

    expect(await page.getByText('This screen couldn’t be displayed').count()).toBe(0);
    expect(await page.getByLabel('Credit').inputValue()).toBe('Vera');
    // A value that only other ways than the keyboard give.
    await until.evaluate((input: Json) => {
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!;
      set!.call(input, '202726-01-01T12:00');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.getByText('Enter a four-digit year.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('an amount that can be read in two ways is refused in words', async () => {
    const { page } = await pages.at('/admin/customers/new');
    await page.getByLabel('Hard limit').pressSequentially('1,000');

    await page.getByText('Enter 1000 or 1.00. The value can be read either way.').waitFor();
  });
});
