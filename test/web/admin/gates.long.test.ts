import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type AdminPage, AdminPages, picture } from '../../support/admin-page.ts';
import type { Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';

const DRAFT = 'fast-execution/redact-draft';
const FIELDS = 'fast-execution/field-extraction';

describe.skipIf(HAS_NO_BROWSER)('what the gateway shows in the back office', () => {
  let pages: AdminPages;

  beforeAll(async () => {
    pages = await AdminPages.open();
    const { as } = await customerWithKey(pages.api);
    for (const model of [DRAFT, DRAFT, FIELDS]) {
      const { status } = await pages.api.json('/v1/chat/completions', {
        as,
        body: { model, messages: [{ role: 'user', content: 'Invoice 17 over 120 EUR.' }] },
      });
      expect(status).toBe(200);
    }
  });

  afterAll(() => pages?.close());

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const closing = async (opened: AdminPage) => {
    await pages.expectSound(opened);
    await opened.close();
  };

  test.each([
    ['light', 1_440],
    ['dark', 1_440],
    ['light', 390],
  ] as const)('is sound in %s at %i px', async (scheme, width) => {
    const opened = await pages.at('/admin/runs', { scheme, width });
    const { page } = opened;
    await page.locator('.row-link').first().waitFor();
    await pages.expectSound(opened);
    await picture(page, `log-${scheme}-${width}`);

    await page.locator('.row-link').first().click();
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    await pages.expectSound(opened);
    await picture(page, `run-${scheme}-${width}`);

    const screens = [
      ['/admin/gateway/keys', 'Provider status'],
      ['/admin/gateway/models', 'Models'],
    ] as const;
    for (const [path, heading] of screens) {
      await page.goto(pages.api.url + path);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      await page.locator('[role=status].loading').first().waitFor({ state: 'detached' });
      await pages.expectSound(opened);
      await picture(page, `${path.split('/').slice(2).join('-')}-${scheme}-${width}`);
    }
    for (const [show, text] of [
      ['slots', 'media/image'],
      ['deployments', 'Context'],
      ['prices', 'Until'],
      ['versions', 'Version 1'],
    ] as const) {
      await page.goto(`${pages.api.url}/admin/gateway/models?show=${show}`);
      await page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' });
      await page.locator('table.data tbody tr').first().waitFor();
      await pages.expectSound(opened);
      await picture(page, `models-${show}-${scheme}-${width}`);
    }
    await opened.close();
  });

  test('finds a run by filters that stand in the address, and says why it went where it went', async () => {
    const opened = await pages.at('/admin/runs');
    const { page } = opened;
    await page.getByLabel('Task').selectOption(FIELDS);
    await expect.poll(() => page.locator('.row-link').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('task')).toBe(FIELDS);
    expect(await page.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      `/exports/runs.jsonl?task=${encodeURIComponent(FIELDS)}`,
    );
    await page.reload();
    await expect.poll(() => page.locator('.row-link').count()).toBe(1);

    await page.locator('.row-link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Routing decision' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/admin\/runs\/run_\w+$/);
    await page.getByText('Simulated: the sandbox answered').waitFor();
    await expect.poll(() => page.locator('.gateway-candidates li[data-standing="taken"]').count()).toBe(1);
    await page.getByRole('link', { name: 'Back to runs' }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('task')).toBe(FIELDS);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.locator('.row-link').count()).toBe(3);

    await page.getByLabel('Requested by').fill('integration:inbound');
    await page.getByLabel('Maximum cost').fill('0.25');
    await page.getByLabel('Maximum cost').press('Enter');
    await expect
      .poll(() => page.getByRole('link', { name: 'Export' }).getAttribute('href'))
      .toBe('/exports/runs.jsonl?requestedBy=integration%3Ainbound&maxCostMicros=250000');
    expect(new URL(page.url()).searchParams.get('by')).toBe('integration:inbound');
    await closing(opened);
  });

  test('copies a command that asks for the run, with no secret in it', async () => {
    const opened = await pages.at('/admin/runs');
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.row-link').first().click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied the command.').waitFor();
    const command = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(command).toContain(`curl '${pages.api.url}/graphql'`);
    expect(command).toContain('Bearer $IMPRIMATUR_TOKEN');
    const body = JSON.parse(/--data '(.*)'$/s.exec(command)![1]!) as { query: string; variables: Json };
    const { data } = await pages.api.graphql<Json>(body.query, { as: 'operator', variables: body.variables });
    expect(data.node.id).toBe(pathOf(page).split('/').at(-1));
    await closing(opened);
  });

  test('sets, shows and removes a key, of which only the end is ever seen', async () => {
    const opened = await pages.at('/admin/gateway/keys');
    const { page } = opened;
    await page.getByText('No provider keys yet.').waitFor();
    await page.getByRole('button', { name: 'Set first key' }).click();
    await page.getByLabel('Provider of the key').selectOption('OPENAI');
    await page.getByLabel('Key', { exact: true }).fill('sk-canary-of-the-page-7Qx4');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /OpenAI/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('7Qx4');
    expect(await page.content()).not.toContain('canary-of-the-page');
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('');

    await row.getByRole('button', { name: /^Delete/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('No provider keys yet.').waitFor();
    await closing(opened);
  });

  test('a removal that was refused says so until it is left, and nothing of it when it is asked again', async () => {
    const { opened, remove, question } = await removing();
    await question.getByRole('button', { name: 'Delete key' }).click();
    await question.getByRole('alert').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await remove.click();
    await question.getByText('8Ry5').waitFor();
    expect(await question.getByRole('alert').count()).toBe(0);
    await closing(opened);
  });

  test('nor does one that was left before the refusal came', async () => {
    const { opened, remove, question } = await removing();
    const { page } = opened;
    const left = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('RemoveServiceKey')) await left.promise;
      await route.continue();
    });
    const refused = page.waitForResponse((answer) => !!answer.request().postData()?.includes('RemoveServiceKey'));
    await question.getByRole('button', { name: 'Delete key' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    left.resolve();
    expect(await (await refused).text()).toContain('NotFound');
    await remove.click();
    await question.getByText('8Ry5').waitFor();
    expect(await question.getByRole('alert').count()).toBe(0);
    await closing(opened);
  });

  /** The question whether to remove a key, which somebody else has removed meanwhile. */
  async function removing() {
    const { data } = await pages.api.graphql<Json>(
      'mutation ($input: SetProviderKeyInput!) { setProviderKey(input: $input) { ... on StoredProviderKey { providerKey { id } } } }',
      { as: 'operator', variables: { input: { provider: 'OPENAI', key: 'sk-removed-by-somebody-else-8Ry5' } } },
    );
    const opened = await pages.at('/admin/gateway/keys');
    const { page } = opened;
    const remove = page.getByRole('row', { name: /OpenAI/ }).getByRole('button', { name: /^Delete/ });
    await remove.click();
    await pages.api.graphql(
      'mutation ($input: DeleteProviderKeyInput!) { deleteProviderKey(input: $input) { __typename } }',
      { as: 'operator', variables: { input: { providerKeyId: data.setProviderKey.providerKey.id } } },
    );
    return { opened, remove, question: page.getByRole('dialog') };
  }

  test('takes a key of thousands of characters whole', async () => {
    const opened = await pages.at('/admin/gateway/keys');
    const { page } = opened;
    await page.getByLabel('Provider of the key').selectOption('XAI');
    await page.getByLabel('Key', { exact: true }).focus();
    await page.keyboard.insertText(`xai-${'a'.repeat(3_000)}9Tz6`);
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /xAI/ }).getByText('9Tz6').waitFor();
    await closing(opened);
  });

  test('has no buttons for a customer’s key, which only the customer can test and delete', async () => {
    const { as } = await customerWithKey(pages.api, { plan: 'PRO' });
    await pages.api.graphql<Json>(
      'mutation ($input: SetOwnProviderKeyInput!) { setOwnProviderKey(input: $input) { __typename } }',
      { as, variables: { input: { provider: 'MISTRAL', key: 'key-of-a-customer-5Wv3' } } },
    );
    const opened = await pages.at('/admin/gateway/keys');
    const row = opened.page.getByRole('row', { name: /Mistral/ });
    await row.getByText('5Wv3').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    await closing(opened);
  });

  test('is not offered to who may not, and an address that was typed says so', async () => {
    const auditor = await pages.person(['AUDITOR']);
    const opened = await pages.at('/admin/runs', { as: auditor });
    const { page } = opened;
    await expect.poll(() => page.getByRole('link', { name: 'Provider keys', exact: true }).count()).toBe(0);
    await page.goto(`${pages.api.url}/admin/gateway/keys`);
    await page.locator('h1').waitFor();
    await expect.poll(() => page.getByLabel('Key', { exact: true }).count()).toBe(0);
    await closing(opened);
  });
});
