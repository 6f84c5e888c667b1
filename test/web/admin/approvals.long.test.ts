import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { LETTER } from '../../publishing/support.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import type { Credential, Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { changeOperators } from '../../support/operator-codes.ts';
import type { SignedIn } from '../../support/people.ts';

describe.skipIf(HAS_NO_BROWSER)('approvals in the back office', () => {
  let pages: AdminPages;
  let customer: Credential;
  let ada: SignedIn;
  let ben: SignedIn;

  beforeAll(async () => {
    pages = await AdminPages.open();
    customer = (await customerWithKey(pages.api, { name: 'Lindqvist Legal' })).as;
    ada = await pages.person(['APPROVER'], 'Ada Ferrant');
    ben = await pages.person(['APPROVER'], 'Ben Oduya');
  });

  afterAll(() => pages?.close());

  const graph = async (query: string, as: Credential, variables: object = {}): Promise<Json> => {
    const { data, errors } = await pages.api.graphql(query, { as, variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };

  /** Asks for something to be published. Gives what is to be decided of it. */
  async function filed(input: Json = {}): Promise<{ id: string; sha256: string }> {
    const { result } = await graph(
      `mutation ($input: CreatePublishRequestInput!) { result: createPublishRequest(input: $input) {
         ... on CreatedPublishRequest { publishRequest { approvalId sha256 } } ... on Problem { code message } } }`,
      customer,
      { input: { ...LETTER, ...input } },
    );
    return { id: result.publishRequest.approvalId, sha256: result.publishRequest.sha256 };
  }

  const rejectAs = ({ as }: SignedIn, { id, sha256 }: { id: string; sha256: string }) =>
    graph('mutation ($input: RejectInput!) { reject(input: $input) { __typename } }', as, {
      input: { approvalId: id, sha256, reason: 'Not to them.' },
    });

  const stateOf = async (id: string) =>
    (await graph('query ($id: ID!) { approval(id: $id) { state } }', ada.as, { id })).approval.state;

  const rows = (page: Page) => page.locator('.row-link');
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const dialog = (page: Page) => page.getByRole('dialog');
  /** The field of the dialog that takes what is typed: a dialog gives it the focus once it is open. */
  const typedInto = (page: Page) => dialog(page).locator('textarea:focus');
  const at = (id: string) => `/admin/approvals/${id}`;

  test('who reads it approves it, by mouse, and finds it among what they have decided', async () => {
    const { id } = await filed();
    const opened = await pages.at('/admin/approvals', { as: ada });
    const { page } = opened;
    await page.getByText('1 approval is waiting for you. It ends within a day.').waitFor();
    await pages.expectSound(opened);

    await rows(page).first().click();
    await page.getByRole('heading', { name: 'Content' }).waitFor();
    expect(pathOf(page)).toBe(at(id));
    await page.getByText('Your browser verified that this content has the SHA-256').waitFor();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await dialog(page).getByText('You approve exactly the content shown').waitFor();
    await dialog(page).getByLabel('Reason for this decision (optional)').fill('Read with the lease beside it.');
    await pages.expectSound(opened);
    await dialog(page).getByRole('button', { name: 'Approve request' }).click();

    await page.getByRole('complementary').getByText('Read with the lease beside it.').waitFor();
    expect(await stateOf(id)).toBe('APPROVED');
    await expect.poll(() => page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await page.getByText('No more approvals are waiting for you.').waitFor();
    await page.getByRole('link', { name: 'Approvals', exact: true }).last().click();
    await page.getByText('No approvals are waiting for you. Other people decide your own requests.').waitFor();
    await pages.expectSound(opened);
    await picture(page, 'approvals-empty');
    await page.getByRole('link', { name: 'Decided by me' }).click();
    await rows(page).first().waitFor();
    expect(page.url()).toContain('?view=decided');
    expect(await page.locator('table.data tbody tr').first().textContent()).toContain('Approved');
    await page.reload();
    await rows(page).first().waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test('goes through all that waits with the keyboard alone', async () => {
    const first = await filed({ targets: ['one@example.org'] });
    const second = await filed({ targets: ['two@example.org'] });
    const opened = await pages.at('/admin/approvals', { as: ada });
    const { page } = opened;
    await rows(page).nth(1).waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Content' }).waitFor();
    expect(pathOf(page)).toBe(at(first.id));
    await page.keyboard.press('r');
    await dialog(page).getByText('Publish request').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(pathOf(page)).toBe(at(first.id));
    await page.keyboard.press('r');
    await typedInto(page).waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByText('Enter a reason').waitFor();
    await page.keyboard.type('The wrong tenant.');
    await page.keyboard.press('Control+Enter');

    await page.getByRole('complementary').getByText('The wrong tenant.').waitFor();
    expect(await stateOf(first.id)).toBe('REJECTED');
    await page.getByText('Next:').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => pathOf(page)).toBe(at(second.id));
    await page.getByText('two@example.org').first().waitFor();
    await page.keyboard.press('a');
    await dialog(page).getByRole('button', { name: 'Approve request' }).waitFor();
    await typedInto(page).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('No more approvals are waiting for you.').waitFor();
    expect(await stateOf(second.id)).toBe('APPROVED');
    await page.keyboard.press('Escape');
    await expect.poll(() => pathOf(page)).toBe('/admin/approvals');
    await pages.expectSound(opened);
    await opened.close();
  });

  test('what comes, what goes and what another has decided is there by itself', async () => {
    const opened = await pages.at('/admin/approvals', { as: ada });
    const { page } = opened;
    await page.getByText('No approvals are waiting for you.').waitFor();

    const request = await filed();
    await rows(page).first().waitFor();
    await rows(page).first().click();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await dialog(page).getByLabel('Reason for this decision (optional)').waitFor();
    await rejectAs(ben, request);

    const aside = page.getByRole('complementary');
    await aside.getByText('Not to them.').waitFor();
    await aside.getByText('Ben Oduya').waitFor();
    await expect.poll(() => dialog(page).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await pages.expectSound(opened);
    await opened.close();
  });

  test('what has changed while it was read is looked at anew before it can be approved', async () => {
    const run = await pages.api.json('/v1/chat/completions', {
      as: customer,
      body: { model: 'fast-execution/field-extraction', messages: [{ role: 'user', content: 'Invoice 7' }] },
    });
    const runId = run.headers.get('x-imprimatur-run-id');
    const { id } = await filed({ runIds: [runId] });
    const opened = await pages.at(at(id), { as: ada });
    const { page } = opened;
    await page.getByText('without a seal').first().waitFor();
    await graph(
      'mutation ($input: SealRunOutputInput!) { sealRunOutput(input: $input) { ... on SealedRunOutput { __typename } } }',
      customer,
      { input: { runId, text: run.body.choices[0].message.content } },
    );

    await page.getByRole('button', { name: 'Approve…' }).click();
    await dialog(page).getByLabel('Reason for this decision (optional)').fill('All of it.');
    await dialog(page).getByRole('button', { name: 'Approve request' }).click();
    await page.getByText('The content has changed').waitFor();
    expect(await stateOf(id)).toBe('PENDING');
    await expect.poll(() => page.getByRole('button', { name: 'Approve…' }).isDisabled()).toBe(true);
    await pages.expectSound(opened);
    await picture(page, 'approvals-changed');
    await page.getByRole('button', { name: 'Show current content' }).click();
    await page.getByText('This is the current content. Changed: Sources').waitFor();
    await page.getByRole('link', { name: 'View seal' }).waitFor();

    await page.getByRole('button', { name: 'Approve…' }).click();
    expect(await dialog(page).getByLabel('Reason for this decision (optional)').inputValue()).toBe('All of it.');
    await dialog(page).getByRole('button', { name: 'Approve request' }).click();
    await page.getByRole('complementary').getByText('All of it.').waitFor();
    expect(await stateOf(id)).toBe('APPROVED');
    await opened.close();
  });

  test('hides nothing of what it shows, and is sound in light, in dark and on a narrow screen', async () => {
    const body = 'Pay \u202e001 EUR at https://bаnk.example/pay <b>now</b>, says ada.lovelace@example.org.';
    const first = await filed();
    const { approval } = await graph('query ($id: ID!) { approval(id: $id) { subjectId } }', ada.as, { id: first.id });
    const { result } = await graph(
      `mutation ($input: UpdatePublishRequestInput!) { result: updatePublishRequest(input: $input) {
         ... on UpdatedPublishRequest { publishRequest { approvalId } } ... on Problem { code message } } }`,
      customer,
      {
        input: {
          ...LETTER,
          publishRequestId: approval.subjectId,
          argumentsText: JSON.stringify({ subject: 'Your lease', body }),
        },
      },
    );
    const id = result.publishRequest.approvalId as string;
    const opened = await pages.at('/admin/approvals', { as: ada });
    const { page } = opened;
    const inEveryLook = async (name: string) => {
      for (const [colorScheme, width] of [
        ['light', 1_440],
        ['dark', 1_440],
        ['dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await pages.expectSound(opened);
        await picture(page, `${name}-${colorScheme}-${width}`);
      }
    };
    await rows(page).first().waitFor();
    await inEveryLook('approvals');

    await page.goto(pages.api.url + at(id));
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    const content = page.locator('.approvals-content');
    await content.getByText('U+202E').first().waitFor();
    await content.getByText('<b>now</b>').first().waitFor();
    await content.getByText('Written by the requester and not checked.').first().waitFor();
    await content.getByRole('heading', { name: 'Changes' }).waitFor();
    await content.getByRole('heading', { name: 'Links', exact: true }).waitFor();
    await inEveryLook('approval');
    await page.getByRole('button', { name: 'Reject…' }).click();
    await dialog(page).getByLabel('Reason for this decision').waitFor();
    await inEveryLook('approval-reject');
    await opened.close();
    await graph('mutation ($input: CancelApprovalInput!) { cancelApproval(input: $input) { __typename } }', customer, {
      input: { approvalId: id },
    });
  });

  test('who has asked, or decides nothing, is told why in the words of the service', async () => {
    const set = async (name: string, value: Json) =>
      graph(
        `mutation ($input: UpdateSettingInput!) { updateSetting(input: $input) {
           ... on ChangeHeld { approval { id } } } }`,
        pages.admin.as,
        { input: { name, ...value } },
      );
    await set('FOUR_EYES_SETTINGS', { boolean: true });
    const { id } = (await set('SEALS_PER_MINUTE', { integer: 71 })).updateSetting.approval;

    const asker = await pages.at(at(id));
    await asker.page.getByText('Another approver can').waitFor();
    await expect.poll(() => asker.page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await pages.expectSound(asker);
    await picture(asker.page, 'approval-barred');
    await asker.close();

    const editor = await pages.person(['EDITOR'], 'Edith Roe');
    const other = await pages.at('/admin/approvals', { as: editor });
    await rows(other.page).first().waitFor();
    await expect.poll(() => other.page.getByRole('link', { name: 'Waiting for me' }).count()).toBe(0);
    await other.page.goto(pages.api.url + at(id));
    await other.page.getByText('Only approvers of this request can see its content.').waitFor();
    await expect.poll(() => other.page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await pages.expectSound(other);
    await other.close();

    const opened = await pages.at(at(id), { as: ada });
    await opened.page.getByRole('heading', { name: 'Changes' }).waitFor();
    await pages.expectSound(opened);
    await picture(opened.page, 'approval-change');
    await opened.close();
  });

  test('whoever has not shown for long that it is they is asked for it, and nothing typed is lost', async () => {
    const { id } = await filed();
    const person = await pages.person(['APPROVER'], 'Carl Nilsen');
    await changeOperators(pages.api, 'update operator_session set confirmed_at = null where id = $1', [
      person.sessionId,
    ]);
    const opened = await pages.at(at(id), { as: person });
    const { page } = opened;
    await page.getByRole('button', { name: 'Reject…' }).click();
    await dialog(page).getByLabel('Reason for this decision').fill('Too early.');
    await dialog(page).getByRole('button', { name: 'Reject request' }).click();
    await dialog(page).getByRole('button', { name: 'Not now' }).click();
    await dialog(page).getByText('Nothing was changed.').waitFor();

    expect(await dialog(page).getByLabel('Reason for this decision').inputValue()).toBe('Too early.');
    expect(await stateOf(id)).toBe('PENDING');
    await opened.close();
  });
});
