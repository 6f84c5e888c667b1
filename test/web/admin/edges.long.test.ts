import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { LETTER } from '../../publishing/support.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import type { Credential, Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { type SignedIn, withPassword } from '../../support/people.ts';
import { TcpGate } from '../../support/tcp-gate.ts';

const PASSWORD = 'difference engine no. 2';
const MARKUP = '<img src="/nowhere" onerror="window.ran = true"><script>window.ran = true</script>';

const SIZES = [
  ['dark', 1_440],
  ['light', 390],
] as const;

describe.skipIf(HAS_NO_BROWSER)('the edges of the back office', () => {
  let pages: AdminPages;
  /** Between the browser and the service. */
  let gate: TcpGate;
  let customer: Credential;
  let customerId: string;

  beforeAll(async () => {
    pages = await AdminPages.open();
    gate = await TcpGate.before(pages.api.url);
    await gate.open();
    const made = await customerWithKey(pages.api, { name: 'Lindqvist Press', softCapMicros: 60_000_000 });
    customer = made.as;
    customerId = made.customer.id;
    // Two who may approve, so that a policy may ask for two.
    await pages.person(['APPROVER'], 'Ada Ferrant');
  });

  afterAll(async () => {
    await gate?.[Symbol.asyncDispose]();
    await pages?.close();
  });

  const graph = async (query: string, variables: object = {}, as: Credential = 'operator'): Promise<Json> => {
    const { data, errors } = await pages.api.graphql<Json>(query, { as, variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

  /** Opens an address as somebody, by the gate. */
  async function behindGate(path: string, as?: SignedIn) {
    const opened = await pages.blank({ as });
    await opened.page.goto(new URL(path, gate.url).href);
    await opened.page.locator('h1').first().waitFor();
    return opened;
  }

  /** Ends the session of somebody, as they could do on another machine. */
  async function ended({ sessionId, as }: SignedIn): Promise<void> {
    const { endSession } = await graph(
      'mutation ($input: EndSessionInput!) { endSession(input: $input) { __typename } }',
      { input: { sessionId } },
      as,
    );
    expect(endSession.__typename).toBe('EndedSession');
  }

  const newestPolicy = async () =>
    (await graph('{ publishingPolicies(first: 1) { nodes { number document } } }')).publishingPolicies.nodes[0];

  test('the publishing policy is edited in fields, told what is wrong while it is typed, published and gone back from', async () => {
    const before = await newestPolicy();
    const opened = await pages.at('/admin/publishing');
    const { page } = opened;
    await page.getByRole('link', { name: 'Edit publishing policy' }).focus();
    await page.keyboard.press('Enter');
    const rule = page.getByRole('group', { name: 'Rule 3' });
    await page.getByRole('button', { name: 'Add rule' }).click();
    await rule.getByLabel('Name', { exact: true }).fill('Payments');
    await rule.getByLabel('Tool').fill('pay_*, "');
    await rule.getByText('This isn’t a pattern for tools.').waitFor();
    await page.getByLabel('Reason for this change').fill('Payments need two');
    const publish = page.getByRole('button', { name: `Publish version ${before.number + 1}` });
    await expect.poll(() => publish.isDisabled()).toBe(true);
    await rule.getByLabel('Tool').fill('pay_*');
    await rule.getByLabel('Required approvers').fill('2');
    await rule.getByLabel('Personal data').check();
    await page.getByRole('button', { name: 'Move up rule 3' }).click();
    await expect.poll(() => publish.isEnabled()).toBe(true);
    await pages.expectSound(opened);
    await publish.click();
    await page
      .getByText(`Published version ${before.number + 1} of the policy.`)
      .first()
      .waitFor();
    const { document } = await newestPolicy();
    expect(document.rules[1]).toMatchObject({
      name: 'Payments',
      when: { tools: ['pay_*'], channels: null },
      terms: { quorum: 2, blocking: ['PERSONAL_DATA', 'SECRET'] },
    });

    await page.goto(`${pages.api.url}/admin/publishing/versions`);
    await page.getByRole('link', { name: `Version ${before.number}`, exact: true }).click();
    await page.getByLabel('Reason for this change').fill('As it was');
    await page.getByRole('button', { name: 'Publish as newest version' }).click();
    await page
      .getByText(`Published version ${before.number + 2}`)
      .first()
      .waitFor();
    await pages.expectSound(opened);
    expect((await newestPolicy()).document).toEqual(before.document);
    await opened.close();
  });

  test('of two who edit the publishing policy, the second is shown both', async () => {
    const { number, document } = await newestPolicy();
    const opened = await pages.at('/admin/publishing/edit');
    const { page } = opened;
    await page.getByLabel('Expires after (minutes)').last().fill('60');
    await page.getByLabel('Reason for this change').fill('Sooner');
    await graph(
      'mutation ($input: PublishPublishingPolicyInput!) { publishPublishingPolicy(input: $input) { __typename } }',
      {
        input: {
          ifVersion: number,
          document: { ...document, otherwise: { ...document.otherwise, lifetimeMinutes: 120 } },
          reason: 'I was first',
        },
      },
    );
    await page.getByRole('button', { name: `Publish version ${number + 1}` }).click();
    const conflict = dialog(page, 'Changed by another person');
    await conflict.getByText('I was first').waitFor();
    await conflict.getByRole('row', { name: /^Otherwise .*2 hours.*1 hour/ }).waitFor();
    await pages.expectSound(opened);
    await picture(page, 'edges-conflict');
    await conflict.getByRole('button', { name: 'Keep my version' }).click();
    await page
      .getByText(`Published version ${number + 2} of the policy.`)
      .first()
      .waitFor();
    expect((await newestPolicy()).document.otherwise.lifetimeMinutes).toBe(60);
    await opened.close();
  });

  test('a webhook is changed, and only in what is other', async () => {
    const { createWebhook } = await graph(
      `mutation { createWebhook(input: { url: "https://hooks.example.org/a", description: "The shop" }) {
         ... on CreatedWebhook { webhook { id } } ... on Problem { message } } }`,
    );
    const { id } = createWebhook.webhook;
    const opened = await pages.at(`/admin/webhooks/${id}`);
    const { page } = opened;
    await page.getByRole('link', { name: 'Edit webhook', exact: true }).click();
    await page.getByLabel('URL').fill('https://hooks.example.org/b');
    await page.getByLabel('Only selected').check();
    await page.getByLabel(/^asset\.added/).check();
    await graph(
      `mutation { updateWebhook(input: { webhookId: "${id}", description: "The other shop" }) { __typename } }`,
    );
    await pages.expectSound(opened);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => pathOf(page)).toBe(`/admin/webhooks/${id}`);
    const { webhook } = await graph('query ($id: ID!) { webhook(id: $id) { url description eventNames } }', { id });
    expect(webhook).toEqual({
      url: 'https://hooks.example.org/b',
      description: 'The other shop',
      eventNames: ['asset.added'],
    });
    await opened.close();
  });

  test('a form that is left asks first, and Escape is for what lies on top', async () => {
    const opened = await pages.at(`/admin/customers/${customerId}/change`);
    const { page } = opened;
    const leaving = dialog(page, 'Discard changes?');
    await page.getByLabel('Name').fill('Lindqvist Publishers');
    await page.keyboard.press('Escape');
    await leaving.waitFor();
    await page.keyboard.press('Escape');
    await leaving.waitFor({ state: 'hidden' });
    // Back where it was, and only then is Escape for what is beneath.
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Lindqvist Publishers');
    await page.keyboard.press('Escape');
    await leaving.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => pathOf(page)).toBe(`/admin/customers/${customerId}`);
    await pages.expectSound(opened);
    await opened.close();
  });

  test('a session that ends in the middle of a form is begun again beside it, and what was typed is sent', async () => {
    const person = await pages.person(['ADMIN'], 'Ines Okafor');
    await withPassword(pages.api, person.operatorId, PASSWORD);
    const opened = await pages.at('/admin/customers/new', { as: person });
    const { page } = opened;
    const form = dialog(page, 'Create customer');
    await form.getByLabel('Name').fill('Okafor & Daughters');
    await form.getByLabel('Soft cap').fill('12.5');
    await ended(person);
    await page.getByRole('button', { name: 'Create customer' }).click();
    const [beside] = await Promise.all([
      page.waitForEvent('popup'),
      dialog(page, 'Sign in again').getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await beside.getByLabel('E-mail address').fill(person.email);
    await beside.getByLabel('Password').fill(PASSWORD);
    await Promise.all([beside.waitForEvent('close'), beside.getByRole('button', { name: 'Sign in' }).click()]);

    await page.getByRole('heading', { name: 'Okafor & Daughters' }).waitFor();
    await page.getByText('$12.50').first().waitFor();
    await opened.close();
  });

  test('an upload that is cut in the middle says so, and is sent again', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const buffer = await sharp({ create: { width: 700, height: 700, channels: 3, background: 'white', noise } })
      .png()
      .toBuffer();
    const { page, close } = await behindGate('/admin/bank/upload');
    gate.cutAfter(400_000);
    await page.setInputFiles('input[type=file]', [{ name: 'harbour.png', mimeType: 'image/png', buffer }]);
    const item = page.getByRole('listitem').filter({ hasText: 'harbour.png' });
    await item.getByText('The connection was lost.').waitFor();
    await picture(page, 'edges-upload-lost');
    gate.cutAfter(null);
    await item.getByRole('button', { name: 'Upload again' }).click();
    await item.getByRole('link', { name: 'harbour' }).waitFor();
    await close();
  });

  test('a subscription that is lost says so, and tells what has come meanwhile when it is back', async () => {
    const person = await pages.person(['APPROVER'], 'Ben Oduya');
    const { page, close } = await behindGate('/admin/approvals', person);
    await page.getByText('No approvals are waiting').first().waitFor();
    gate.cut();
    await page.getByText('Connection lost.').waitFor();
    const { createPublishRequest } = await graph(
      'mutation ($input: CreatePublishRequestInput!) { createPublishRequest(input: $input) { __typename } }',
      { input: LETTER },
      customer,
    );
    expect(createPublishRequest.__typename).toBe('CreatedPublishRequest');
    await gate.open();
    await page.locator('.row-link').first().waitFor();
    await page.getByText('Connection lost.').waitFor({ state: 'detached' });

    gate.cut();
    await ended(person);
    await gate.open();
    await dialog(page, 'Sign in again').waitFor();
    await close();
  });

  test('an export is saved once it is whole; one that broke off says so, and is not saved', async () => {
    const opened = await pages.at('/admin/audit');
    const { page } = opened;
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^audit-trail-.*\.jsonl$/);
    const text = await readFile(await saved.path(), 'utf8');
    const lines = text.trimEnd().split('\n');
    const trailer = JSON.parse(lines.at(-1)!) as Json;
    expect(trailer.type).toBe('trailer');
    await page
      .getByText(`${trailer.entries} entries of the chain, ${trailer.records} of them with their record`)
      .waitFor();
    await pages.expectSound(opened);
    await picture(page, 'edges-export-whole');

    // Nobody answers it.
    await page.route('**/exports/**', () => undefined);
    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByText('Exporting: 0 lines so far').waitFor();
    await pages.expectSound(opened);
    await picture(page, 'edges-export-under-way');
    await page.getByRole('button', { name: 'Stop export' }).click();
    await page.getByText('The export was stopped after 0 lines.').waitFor();
    await page.unroute('**/exports/**');

    await page.route('**/exports/**', (route) =>
      route.fulfill({ status: 200, body: `${lines.slice(0, 3).join('\n')}\n` }),
    );
    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByText('The export failed after 3 lines.').waitFor();
    await pages.expectSound(opened);
    await picture(page, 'edges-export-broken');
    await page.unroute('**/exports/**');
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export again' }).click()]);
    await opened.close();
  });

  test('an answer full of markup is shown and never run', async () => {
    const { runTask } = await graph(
      `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
         ... on HeldTask { approval { id } } ... on Problem { message } } }`,
      { input: { task: 'deep-reasoning/synthesis', messages: [{ role: 'USER', content: `${MARKUP} ${MARKUP}` }] } },
      customer,
    );
    const opened = await pages.at(`/admin/approvals/${runTask.approval.id}`);
    const { page } = opened;
    await page.getByText('<script>window.ran = true</script>').first().waitFor();
    expect(await page.evaluate('window.ran')).toBe(undefined);
    expect(opened.requested.filter((url) => url.endsWith('/nowhere'))).toEqual([]);
    await pages.expectSound(opened);
    await opened.close();
  });

  test.each(SIZES)('is sound in %s at %i px', async (scheme, width) => {
    await spread(customerId);
    const opened = await pages.at('/admin/publishing/edit', { scheme, width });
    const { page } = opened;
    const shown = async (path: string, name: string, there: string) => {
      if (pathOf(page) !== path.split('?')[0]) await page.goto(pages.api.url + path);
      await page.locator(there).first().waitFor();
      await pages.expectSound(opened);
      await picture(page, `${name}-${scheme}-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await shown('/admin/publishing/edit', 'publishing-edit', '.publishing-rule');
    await shown('/admin/publishing/versions/1', 'publishing-version', '[role=dialog] .exact');
    const { webhooks } = await graph('{ webhooks(first: 1) { nodes { id } } }');
    await shown(`/admin/webhooks/${webhooks.nodes[0].id}/change`, 'webhook-change', '[role=dialog] form');
    await shown('/admin/runs?costs=0.5', 'log-costs', '.row-link');
    await shown(`/admin/customers/${customerId}`, 'customer-month', '.customers-burn-down svg');
    await opened.close();
  });

  let isSpread = false;
  /** Copies of a run on the days of this month so far, as they might have cost. */
  async function spread(of: string): Promise<void> {
    if (isSpread) return;
    isSpread = true;
    await pages.api.database.query(
      `insert into run select (jsonb_populate_record(run, jsonb_build_object(
           'id', left(first_id_at('run', at), -4) || lpad(place::text, 4, '0'), 'started_at', at, 'ended_at', at,
           'approval_id', null, 'seal_id', null,
           'charged_micros', case place % 7 when 3 then null else 400000 + (place * 7919 % 13) * 310000 end,
           'cost_micros', case place % 7 when 3 then null else 400000 + (place * 7919 % 13) * 310000 end))).*
         from run, (select at, row_number() over (order by at) as place
              from generate_series(date_trunc('month', now()), now(), interval '17 hours') at
              where extract(isodow from at) < 6) days
         where run.id = (select min(id) from run where customer_id = $1)`,
      [of],
    );
  }
});
