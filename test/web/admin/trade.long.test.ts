import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeCustomer, newRunId, reservation, settle, settlement } from '../../customers/support.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { updateWebhook, webhook } from '../../webhooks/graph.ts';
import { Receiver } from '../../webhooks/receiver.ts';

const SIZES = [
  ['light', 1_440],
  ['dark', 1_440],
  ['dark', 390],
] as const;

describe.skipIf(HAS_NO_BROWSER)('customers, partners and webhooks in the back office', () => {
  let pages: AdminPages;
  let receiver: Receiver;
  let customerId: string;

  beforeAll(async () => {
    receiver = await Receiver.start();
    pages = await AdminPages.open({ env: { WEBHOOK_ALLOWED_HOSTS: receiver.authority } });
    customerId = await madeCustomer(pages.api, { softCapMicros: 2_000_000, hardLimitMicros: 5_000_000 });
    const spent = reservation(customerId, { runId: newRunId() });
    await settle(pages.api, settlement(spent, 1_250_000));
  });

  afterAll(async () => {
    await pages?.close();
    await receiver?.stop();
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  /** What is told once, after whoever reads it has said that it is kept. */
  async function toldOnce(secret: Locator): Promise<string> {
    const text = (await secret.locator('[data-secret]').textContent()) ?? '';
    await secret.getByRole('checkbox').check();
    await secret.getByRole('button', { name: 'Done' }).click();
    await secret.waitFor({ state: 'hidden' });
    return text;
  }

  test('a customer is made by keyboard, given a key that is shown once, and the key is rotated and revoked', async () => {
    const opened = await pages.at('/admin/customers');
    const { page } = opened;
    await page.locator('.row-link').first().waitFor();
    await page.getByRole('link', { name: 'Create customer' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page, 'Create customer').getByLabel('Name').fill('Lindqvist <b>Press</b>');
    await page.getByLabel('Soft cap').fill('12.5');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lindqvist <b>Press</b>' }).waitFor();
    await page.getByText('$12.50').first().waitFor();

    await page.getByRole('link', { name: 'Create key' }).click();
    await page.getByLabel('Key name').fill('The shop');
    await page.getByLabel('Only selected').check();
    await page.locator('.choices input').first().check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const token = await toldOnce(dialog(page, 'New key'));
    await page.getByText('The shop').waitFor();
    expect(token.length).toBeGreaterThan(20);
    expect(await page.content()).not.toContain(token);

    await page.getByRole('button', { name: 'Rotate The shop' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const second = await toldOnce(dialog(page, 'New key'));
    expect(second).not.toBe(token);
    // The earlier one goes on for a while, below the one that has come.
    const revokes = page.getByRole('button', { name: 'Revoke The shop' });
    await expect.poll(() => revokes.count()).toBe(2);
    await revokes.first().click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    const { errors } = await pages.api.graphql('{ myCustomer { id } }', { as: { bearer: second } });
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    await pages.expectSound(opened);
    await opened.close();
  });

  test('a key whose answer was lost is not issued twice, and the form says how to get a secret', async () => {
    const opened = await pages.at(`/admin/customers/${customerId}/new-key`);
    const { page } = opened;
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      if (isLost || !route.request().postData()?.includes('issueCustomerKey')) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort('connectionreset');
    });
    const form = dialog(page, 'Create key');
    await form.getByLabel('Key name').fill('Lost');
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The service doesn’t respond.').waitFor();

    // The key belongs to what was sent first: other values would be a second key.
    await form.getByLabel('Key name').fill('Another');
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Your first attempt succeeded').waitFor();
    await form.getByLabel('Key name').fill('Lost');
    await form.getByRole('button', { name: 'Create key' }).click();
    const issued = dialog(page, 'New key');
    await issued.getByText('Rotate it to get a new secret.').waitFor();
    // The browser reports the lost answer.
    await pages.expectSound({ ...opened, faults: [] });
    await issued.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Rotate Lost' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const token = await toldOnce(dialog(page, 'New key'));
    const { data } = await pages.api.graphql('{ myCustomer { keys { name } } }', { as: { bearer: token } });
    expect(data.myCustomer.keys.filter(({ name }: { name: string }) => name === 'Lost')).toHaveLength(2);
    await opened.close();
  });

  test('a key gets the access to cases that is chosen for it, and none by default', async () => {
    const opened = await pages.at(`/admin/customers/${customerId}/new-key`);
    const { page } = opened;
    const issue = async (name: string, access: string | null): Promise<string> => {
      const form = dialog(page, 'Create key');
      await form.getByLabel('Key name').fill(name);
      if (access !== null) await form.getByLabel('Cases').selectOption(access);
      await form.getByRole('button', { name: 'Create key' }).click();
      return toldOnce(dialog(page, 'New key'));
    };
    const readsCases = async (bearer: string) => {
      const { errors } = await pages.api.graphql('{ cases { nodes { id } } }', { as: { bearer } });
      return errors?.[0]?.extensions.code ?? 'READS';
    };

    expect(await readsCases(await issue('Without cases', null))).toBe('FORBIDDEN');
    await page.getByRole('link', { name: 'Create key' }).click();
    const reading = await issue('Reads cases', 'Read and search');
    expect(await readsCases(reading)).toBe('READS');
    await page.getByRole('row').filter({ hasText: 'Reads cases' }).getByText('Read and search').waitFor();
    const { data } = await pages.api.graphql(
      'mutation { createCase(input: { name: "Not allowed" }) { ... on Problem { code } } }',
      { as: { bearer: reading } },
    );
    expect(data.createCase).toEqual({ code: 'FORBIDDEN' });
    await pages.expectSound(opened);
    await opened.close();
  });

  test('plan and caps are changed; two who change the same are shown both', async () => {
    const opened = await pages.at(`/admin/customers/${customerId}/change`);
    const { page } = opened;
    await page.getByLabel('Hard limit').fill('9');
    await pages.api.graphql(
      `mutation { updateCustomer(input: { customerId: "${customerId}", softCapMicros: 3000000 }) { __typename } }`,
      { as: 'operator' },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = dialog(page, 'Changed by another person');
    await conflict.getByRole('row', { name: /Hard limit/ }).waitFor();
    await conflict.getByRole('row', { name: 'Soft cap $3.00 $2.00' }).waitFor();
    await pages.expectSound(opened);
    await conflict.getByRole('button', { name: 'Keep my version' }).click();
    await expect.poll(() => pathOf(page)).toBe(`/admin/customers/${customerId}`);
    await page.getByText('$9.00').first().waitFor();
    await opened.close();
  });

  test('a link of a partner is issued, shown once, works, is rotated and revoked', async () => {
    const opened = await pages.at('/admin/partners/new-link');
    const { page } = opened;
    await page.getByLabel('Partner').fill('Norden Travel');
    await page.keyboard.press('Enter');
    const link = await toldOnce(dialog(page, 'Link for Norden Travel'));
    await page.getByRole('heading', { name: 'Norden Travel' }).waitFor();
    const { pathname } = new URL(link);
    expect((await fetch(pages.api.url + pathname)).status).toBe(200);
    await page.getByRole('heading', { name: 'Partner view' }).waitFor();
    await pages.expectSound(opened);

    await page.getByRole('button', { name: /^Rotate link/ }).click();
    const rotation = dialog(page, 'Rotate this link');
    await rotation.getByLabel('New link expires').selectOption('In 7 days');
    await rotation.getByRole('button', { name: 'Rotate link' }).click();
    const second = new URL(await toldOnce(dialog(page, 'New link')));
    for (const path of [pathname, second.pathname]) expect((await fetch(pages.api.url + path)).status).toBe(200);

    const revokes = page.getByRole('button', { name: /^Revoke link/ });
    await expect.poll(() => revokes.count()).toBe(2);
    await revokes.last().click();
    await dialog(page, 'Revoke this link?').getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    expect((await fetch(pages.api.url + pathname)).status).not.toBe(200);
    expect((await fetch(pages.api.url + second.pathname)).status).toBe(200);
    await opened.close();
  });

  test('a partner gets a further link, with a name in which no character stays hidden', async () => {
    const { data } = await pages.api.graphql(
      `mutation { issuePartnerLink(input: { partnerName: "Fjord Press" }) {
         ... on IssuedPartnerLink { partnerLink { partner { id } } } } }`,
      { as: pages.admin.as },
    );
    const address = `/admin/partners/${data.issuePartnerLink.partnerLink.partner.id}`;
    const opened = await pages.at(address);
    const { page } = opened;
    await page.getByRole('link', { name: 'Create link' }).click();
    await page.getByLabel('Link name').fill('The pr\u200bess office');
    await page.getByLabel('Expires').selectOption('In 7 days');
    await pages.expectSound(opened);
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await toldOnce(dialog(page, 'Link for Fjord Press'));
    expect((await fetch(pages.api.url + new URL(link).pathname)).status).toBe(200);
    await expect.poll(() => pathOf(page)).toBe(address);

    await page.getByRole('button', { name: 'Revoke The pr[U+200B]ess office' }).click();
    await dialog(page, 'Revoke The pr').getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('Revoked The pr[U+200B]ess office.').waitFor();
    expect((await fetch(pages.api.url + new URL(link).pathname)).status).not.toBe(200);
    await opened.close();
  });

  test('a webhook is made, tested, replayed, given another secret, disabled and deleted', async () => {
    const url = receiver.address();
    const opened = await pages.at('/admin/webhooks');
    const { page } = opened;
    await page.getByText('No webhooks yet.').waitFor();
    await page.getByRole('link', { name: 'Create webhook' }).first().click();
    await page.getByLabel('URL').fill(url);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const first = await toldOnce(dialog(page, 'Signing secret'));
    expect(first).toMatch(/^whsec_/);
    await page.getByRole('heading', { name: receiver.authority }).waitFor();

    await page.getByRole('button', { name: 'Send test event' }).click();
    await receiver.come(url);
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return page.getByRole('row', { name: /webhook\.test.*Delivered.*204/ }).count();
      })
      .toBe(1);
    await page.locator('.row-link').first().focus();
    await page.keyboard.press('Enter');
    const delivery = dialog(page, 'Delivery');
    await delivery.getByText('"webhook.test"').waitFor();
    await pages.expectSound(opened);
    await picture(page, 'webhook-delivery');
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await receiver.come(url, 2);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Replay events' }).click();
    await page.getByLabel('Events since').fill('2020-01-01T00:00');
    await page.getByLabel('Include delivered events').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay events' }).click();
    await receiver.come(url, 3);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    expect(await toldOnce(dialog(page, 'New secret'))).not.toBe(first);
    await page.getByText('Old secret').waitFor();

    const webhookId = pathOf(page).split('/').at(-1)!;
    const meanwhile = (input: object) => updateWebhook(pages.api, { webhookId, ...input }, pages.admin.as);
    await page.getByRole('link', { name: 'Edit webhook' }).click();
    await page.getByLabel('Description').fill('The archive');
    // What both have changed is a choice; what only the other one has changed holds besides.
    await meanwhile({ description: 'The press', includesCustomers: true });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = dialog(page, 'Changed by another person');
    await conflict.getByRole('row', { name: 'Description The press The archive' }).waitFor();
    await expect.poll(() => conflict.getByRole('row').count()).toBe(2);
    await pages.expectSound(opened);
    await conflict.getByRole('button', { name: 'Keep my version' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await expect.poll(() => pathOf(page)).toBe(`/admin/webhooks/${webhookId}`);
    const { description, includesCustomers } = await webhook(pages.api, webhookId, pages.admin.as);
    expect([description, includesCustomers]).toEqual(['The archive', true]);

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click();
    await page.getByRole('button', { name: 'Enable webhook', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks yet.').waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test.each(SIZES)('is sound in %s at %i px', async (scheme, width) => {
    const opened = await pages.at('/admin/customers', { scheme, width });
    const { page } = opened;
    const shown = async (path: string, name: string) => {
      if (pathOf(page) !== path) await page.goto(pages.api.url + path);
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.locator('h1').waitFor();
      await pages.expectSound(opened);
      await picture(page, `${name}-${scheme}-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await page.locator('.row-link').first().waitFor();
    await shown('/admin/customers', 'customers');
    await shown(`/admin/customers/${customerId}`, 'customer');
    await shown(`/admin/customers/${customerId}/new-key`, 'customer-new-key');
    await shown('/admin/partners', 'partners');
    await shown('/admin/webhooks/new', 'webhook-new');
    await opened.close();
  });

  test('offers nobody what is not for them', async () => {
    const editor = await pages.person(['EDITOR'], 'Edith Roe');
    const opened = await pages.at(`/admin/customers/${customerId}`, { as: editor });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /Edit customer|Create key/ }).count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: 'Partners', exact: true }).count()).toBe(0);
    await page.goto(`${pages.api.url}/admin/webhooks`);
    await page.getByText('own-webhooks:manage').waitFor();
    await opened.close();
  });
});
