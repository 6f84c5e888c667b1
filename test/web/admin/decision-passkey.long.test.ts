import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { LETTER } from '../../publishing/support.ts';
import { type AdminPage, AdminPages, picture, signIn } from '../../support/admin-page.ts';
import type { Credential, Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { type SignedIn, sessionOf } from '../../support/people.ts';
import { freePort } from '../../support/service-process.ts';
import { withAuthenticator } from '../../support/virtual-authenticator.ts';

describe.skipIf(HAS_NO_BROWSER)('an approver who has a passkey', () => {
  let pages: AdminPages;
  let customer: Credential;

  async function start(env: Record<string, string> = {}): Promise<void> {
    // Browsers take passkeys at a host name only, and the service must know by which one it is reached.
    const port = await freePort();
    const options = { port, env: { PUBLIC_URL: `http://localhost:${port}`, ...env } };
    pages = await AdminPages.open(options, 'Chromium', ['localhost']);
    customer = (await customerWithKey(pages.api, { name: 'Lindqvist Legal' })).as;
  }

  beforeAll(() => start());
  afterAll(() => pages?.close());

  const graph = async (query: string, as: Credential, variables: object = {}): Promise<Json> => {
    const { data, errors } = await pages.api.graphql(query, { as, variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };

  /** Asks for something to be published. Gives what is to be decided of it. */
  async function filed(): Promise<string> {
    const { result } = await graph(
      `mutation ($input: CreatePublishRequestInput!) { result: createPublishRequest(input: $input) {
         ... on CreatedPublishRequest { publishRequest { approvalId } } ... on Problem { code message } } }`,
      customer,
      { input: LETTER },
    );
    return result.publishRequest.approvalId;
  }

  const approval = async (id: string) =>
    (await graph('query ($id: ID!) { approval(id: $id) { state decisions { signedWith } } }', pages.admin.as, { id }))
      .approval;

  const dialog = (page: Page) => page.getByRole('dialog');

  interface Approver {
    opened: AdminPage;
    page: Page;
    person: SignedIn;
    device: Awaited<ReturnType<typeof withAuthenticator>>;
  }

  /** A browser of somebody who has just added a passkey there. */
  async function withPasskey(): Promise<Approver> {
    const person = await pages.person(['APPROVER'], 'Ada Ferrant');
    const opened = await pages.blank({ as: person });
    onTestFinished(() => opened.close());
    const { page } = opened;
    const device = await withAuthenticator(page);
    await page.goto(`${pages.url}/admin/account/second-factors`);
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'The passkey was added.' }).waitFor();
    return { opened, page, person, device };
  }

  async function open({ page }: AdminPage, id: string, verdict: 'Approve…' | 'Reject…'): Promise<void> {
    await page.goto(`${pages.url}/admin/approvals/${id}`);
    await page.getByRole('button', { name: verdict }).click();
    await dialog(page).locator('textarea:focus').waitFor();
  }

  test('approves with it, and the screen says that the decision was signed', async () => {
    const id = await filed();
    const { opened, page } = await withPasskey();
    await open(opened, id, 'Approve…');

    await dialog(page).getByRole('button', { name: 'Approve request' }).click();

    await page.getByRole('complementary').getByText('Signed with a passkey').waitFor();
    expect(await approval(id)).toEqual({ state: 'APPROVED', decisions: [{ signedWith: 'PASSKEY' }] });
    await pages.expectSound(opened);
    await picture(page, 'approval-signed-with-passkey');
  });

  test('rejects with it in a session that was not confirmed, without any other confirmation', async () => {
    const id = await filed();
    const { opened, page, person } = await withPasskey();
    await signIn(page.context(), pages.api, { ...person, ...(await sessionOf(pages.api, person.operatorId, null)) });
    await open(opened, id, 'Reject…');

    await page.keyboard.type('Not to them.');
    await page.keyboard.press('Control+Enter');

    await page.getByRole('complementary').getByText('Signed with a passkey').waitFor();
    expect((await approval(id)).state).toBe('REJECTED');
    await pages.expectSound(opened);
  });

  test('who doesn’t use it decides nothing, reads why, and can try again', async () => {
    const id = await filed();
    const { opened, page, device } = await withPasskey();
    await device.refuses();
    await open(opened, id, 'Approve…');
    await page.keyboard.type('Read with the lease beside it.');

    await page.keyboard.press('Control+Enter');

    await dialog(page).getByText('No passkey was used, so nothing was decided.').waitFor();
    await dialog(page).getByRole('link', { name: 'your account page' }).waitFor();
    expect((await approval(id)).state).toBe('PENDING');
    await pages.expectSound(opened);
    await picture(page, 'approval-passkey-not-used');
    await device.agrees();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('complementary').getByText('Read with the lease beside it.').waitFor();
    expect((await approval(id)).decisions).toEqual([{ signedWith: 'PASSKEY' }]);
    await pages.expectSound(opened);
  });

  test('can close the dialog while the browser waits for it, and then nothing is decided', async () => {
    const id = await filed();
    const { opened, page, device } = await withPasskey();
    await device.waits();
    await open(opened, id, 'Approve…');
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByText('Your browser asks you for your passkey now.').waitFor();

    await dialog(page).getByRole('button', { name: 'Close' }).click();

    await expect.poll(() => dialog(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Approve…' }).click();
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Approve request' }).isEnabled()).toBe(true);
    expect((await approval(id)).state).toBe('PENDING');
    await pages.expectSound(opened);
  });

  test('in a browser without passkeys reads that, and decides nothing', async () => {
    const id = await filed();
    const { opened, page } = await withPasskey();
    await page.addInitScript('delete window.PublicKeyCredential');
    await open(opened, id, 'Approve…');

    await dialog(page).getByRole('button', { name: 'Approve request' }).click();

    await dialog(page).getByText('This browser doesn’t support passkeys, so nothing was decided.').waitFor();
    expect((await approval(id)).state).toBe('PENDING');
    await pages.expectSound(opened);
  });

  test('signs nothing but the decision that the screen shows', async () => {
    const id = await filed();
    const { opened, page } = await withPasskey();
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('BeginDecision')) return route.fallback();
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(
        String.raw`\"verdict\":\"REJECT\"`,
        String.raw`\"verdict\":\"APPROVE\"`,
      );
      return route.fulfill({ response, body: text });
    });
    await open(opened, id, 'Reject…');
    await page.keyboard.type('Not to them.');

    await page.keyboard.press('Control+Enter');

    await dialog(page).getByText('The service asked for a signature of another decision').waitFor();
    expect((await approval(id)).state).toBe('PENDING');
    await pages.expectSound(opened);
  });

  test('can decide without it where it is optional', async () => {
    await pages.close();
    await start({ DECISIONS_WITH_PASSKEY: 'optional' });
    const id = await filed();
    const { opened, page, device } = await withPasskey();
    await device.refuses();
    await open(opened, id, 'Approve…');
    await page.keyboard.press('Control+Enter');

    await dialog(page).getByRole('button', { name: 'Decide without a passkey' }).click();

    await page.getByText('Request approved.').waitFor();
    expect(await approval(id)).toEqual({ state: 'APPROVED', decisions: [{ signedWith: 'SERVICE_KEY' }] });
    await pages.expectSound(opened);
  });
});
