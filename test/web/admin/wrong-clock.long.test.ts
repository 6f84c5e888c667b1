import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';

describe.skipIf(HAS_NO_BROWSER)('the home screen', () => {
  let pages: AdminPages;
  beforeAll(async () => {
    pages = await AdminPages.open({ works: false });
  });
  afterAll(() => pages?.close());

  test('says that deletion is held and what ends, and an administrator resumes deletion there', async () => {
    const { database } = pages.api;
    const { key } = await customerWithKey(pages.api, { name: 'Lakeside Law' });
    await database.query(
      `update customer_key set created_at = now() - interval '1 year', expires_at = now() + interval '5 days' where id = $1`,
      [key.id],
    );
    await database.query(
      `update clock_note set held_since = '2040-01-01', held_reason = 'START', held_after = '2026-11-28'`,
    );

    for (const [scheme, width] of [
      ['light', 1_440],
      ['dark', 390],
    ] as const) {
      const narrow = await pages.at('/admin', { scheme, width });
      await narrow.page.getByText('Deletion and erasure are paused').waitFor();
      await pages.expectSound(narrow);
      await picture(narrow.page, `home-held-${scheme}`);
      await narrow.close();
    }
    const opened = await pages.at('/admin');
    await opened.page.getByText('Customer key Lakeside Law: Test expires').waitFor();
    await opened.page.getByRole('button', { name: 'Resume deletion' }).click();
    const dialog = opened.page.getByRole('dialog', { name: 'Resume deletion?' });
    await dialog.getByText('Database clock').waitFor();
    await picture(opened.page, 'home-held-question');
    await dialog.getByRole('button', { name: 'Resume deletion' }).click();

    await opened.page.getByText('Deletion and erasure are paused').waitFor({ state: 'hidden' });
    expect(await database.query('select held_since from clock_note')).toEqual([{ held_since: null }]);
    await opened.close();
  });
});
