import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rangeOf } from '../../../src/gateway/web/json-range.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import type { Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';

const DRAFT = 'fast-execution/redact-draft';

test('a pointer is found in a text, or the nearest around it that is there', () => {
  const text = '{\n  "rules": [\n    {"task": "a, \\"b\\" }", "path": ["x"]},\n    {"task": "c"}\n  ]\n}';
  const at = (pointer: string) => {
    const place = rangeOf(text, pointer)!;
    return [place.line, text.slice(place.from, place.to)];
  };
  expect(at('/rules/0/path/0')).toEqual([3, '"x"']);
  expect(at('/rules/1')).toEqual([4, '{"task": "c"}']);
  expect(at('/rules/1/path')).toEqual([4, '{"task": "c"}']);
  expect(at('')).toEqual([1, text]);
  expect(rangeOf('{', '/rules')).toBe(null);
});

describe.skipIf(HAS_NO_BROWSER)('the routing policy in the back office', () => {
  let pages: AdminPages;

  beforeAll(async () => {
    pages = await AdminPages.open();
    const { as } = await customerWithKey(pages.api);
    const { status } = await pages.api.json('/v1/chat/completions', {
      as,
      body: { model: DRAFT, messages: [{ role: 'user', content: 'Invoice 17 over 120 EUR.' }] },
    });
    expect(status).toBe(200);
  });

  afterAll(() => pages?.close());

  const area = (page: Page) => page.getByLabel('Policy as JSON');

  /** The text with another order of the models of one task. */
  async function turned(page: Page): Promise<string> {
    const policy = JSON.parse(await area(page).inputValue()) as Json;
    policy.rules.find(({ task }: Json) => task === DRAFT).path.reverse();
    return JSON.stringify(policy, null, 2);
  }

  async function newestNumber(): Promise<number> {
    const { data } = await pages.api.graphql<Json>('{ routingPolicies(first: 1) { nodes { number } } }', {
      as: 'operator',
    });
    return data.routingPolicies.nodes[0].number;
  }

  test.each([
    ['light', 1_440],
    ['dark', 1_440],
    ['light', 390],
  ] as const)('is sound in %s at %i px', async (scheme, width) => {
    const opened = await pages.at('/admin/gateway/routing', { scheme, width });
    const { page } = opened;
    await page.locator('.gateway-candidates li').first().waitFor();
    await page.locator('.row-link').first().waitFor();
    await pages.expectSound(opened);
    await picture(page, `routing-${scheme}-${width}`);

    await page.locator('.row-link').first().click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Document' }).waitFor();
    await pages.expectSound(opened);
    await picture(page, `routing-version-${scheme}-${width}`);

    await page.goto(`${pages.api.url}/admin/gateway/routing/edit`);
    await area(page).waitFor();
    await area(page).fill(await turned(page));
    await page.getByRole('button', { name: 'Replay on past runs' }).click();
    await page.getByText('Other model first').waitFor();
    await pages.expectSound(opened);
    await picture(page, `routing-edit-${scheme}-${width}`);
    await opened.close();
  });

  test('is tried on the past, and then published, by the keyboard', async () => {
    const before = await newestNumber();
    const opened = await pages.at('/admin/gateway/routing');
    const { page } = opened;
    await page.getByRole('link', { name: 'Edit routing policy' }).focus();
    await page.keyboard.press('Enter');
    await area(page).waitFor();
    await area(page).fill(await turned(page));
    await page.getByLabel('Reason for this change').fill('The cheaper one first');
    const publish = page.getByRole('button', { name: `Publish version ${before + 1}` });
    await expect.poll(() => publish.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Replay on past runs' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What would have changed' }).waitFor();
    await expect.poll(() => publish.isEnabled()).toBe(true);
    await publish.focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(`Published version ${before + 1} of the policy.`)
      .first()
      .waitFor();
    expect(await newestNumber()).toBe(before + 1);
    await pages.expectSound(opened);
    await opened.close();
  });

  test('what is wrong with it is said with its place, and somebody else who was first is a choice', async () => {
    const before = await newestNumber();
    const opened = await pages.at('/admin/gateway/routing/edit');
    const { page } = opened;
    await area(page).waitFor();
    const good = await area(page).inputValue();
    await area(page).fill(good.slice(0, -1));
    await page.getByText('Invalid JSON').waitFor();
    const policy = JSON.parse(good) as Json;
    policy.rules[0].path = ['nobody/at-all'];
    await area(page).fill(JSON.stringify(policy, null, 2));
    await page.getByRole('button', { name: 'Replay on past runs' }).click();
    await page.getByRole('alert').getByText('/rules/0/path').first().waitFor();

    const mine = JSON.parse(good) as Json;
    mine.attempts.most -= 1;
    await area(page).fill(JSON.stringify(mine, null, 2));
    await page.getByLabel('Reason for this change').fill('Fewer tries');
    await page.getByRole('button', { name: 'Replay on past runs' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Publish version/ }).isEnabled()).toBe(true);

    const theirs = JSON.parse(good) as Json;
    theirs.rules.find(({ task }: Json) => task === DRAFT).path.reverse();
    const { data } = await pages.api.graphql<Json>(
      'mutation ($input: PublishRoutingPolicyInput!) { publishRoutingPolicy(input: $input) { __typename } }',
      { as: 'operator', variables: { input: { ifVersion: before, document: theirs, reason: 'I was first' } } },
    );
    expect(data.publishRoutingPolicy.__typename).toBe('PublishedRoutingPolicy');

    await page.getByRole('button', { name: /^Publish version/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('I was first').waitFor();
    await dialog.getByRole('rowheader', { name: 'attempts' }).waitFor();
    await pages.expectSound(opened);
    await dialog.getByRole('button', { name: 'Keep my version' }).click();
    await page
      .getByText(`Published version ${before + 2} of the policy.`)
      .first()
      .waitFor();
    await opened.close();
  });

  test('an earlier version is gone back to with a reason', async () => {
    const before = await newestNumber();
    const opened = await pages.at('/admin/gateway/routing/versions/1');
    const { page } = opened;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason for this change').fill('As it began');
    await dialog.getByRole('button', { name: 'Publish as newest version' }).click();
    await page
      .getByText(`Published version ${before + 1}`)
      .first()
      .waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test('an earlier version of the catalogue is restored with a reason', async () => {
    const { data } = await pages.api.graphql<Json>('{ catalogueVersions(first: 1) { nodes { number document } } }', {
      as: 'operator',
    });
    const { number, document } = data.catalogueVersions.nodes[0] as Json;
    document.clusters[0].title = 'Another title';
    const published = await pages.api.graphql<Json>(
      `mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { message } } }`,
      { as: 'operator', variables: { input: { document, reason: 'Renamed', ifVersion: number } } },
    );
    expect(published.data.publishCatalogue).toEqual({ __typename: 'PublishedCatalogue' });

    const opened = await pages.at(`/admin/gateway/models/versions/${number}`);
    const { page } = opened;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason for this change').fill('The old title');
    await dialog.getByRole('button', { name: 'Publish as newest version' }).click();

    await page
      .getByText(`Published version ${number + 2}`)
      .first()
      .waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test('who may only read it is not offered the editor', async () => {
    const auditor = await pages.person(['AUDITOR']);
    const opened = await pages.at('/admin/gateway/routing', { as: auditor });
    const { page } = opened;
    await page.locator('.row-link').first().waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Edit routing policy' }).count()).toBe(0);
    await page.goto(`${pages.api.url}/admin/gateway/routing/edit`);
    await page.locator('h1').waitFor();
    await expect.poll(() => area(page).count()).toBe(0);
    await pages.expectSound(opened);
    await opened.close();
  });
});
