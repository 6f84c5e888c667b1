import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { LETTER } from '../../publishing/support.ts';
import { type AdminPage, AdminPages, picture } from '../../support/admin-page.ts';
import { ENGINES, HAS_NO_BROWSER } from '../../support/browser.ts';
import { type SignedIn, sessionOf, withPassword } from '../../support/people.ts';

const PASSWORD = 'difference engine no. 2';
const NOTHING_SENT = 'Bea Roe has signed in with this browser. Ada Ferrant loaded this page.';

describe.skipIf(HAS_NO_BROWSER).each(ENGINES)(
  'a tab of one person, when another has signed in in a second tab, in %s',
  (engine) => {
    let pages: AdminPages;
    let ada: SignedIn;
    let bea: SignedIn;
    let first: AdminPage;
    let second: Page | undefined;

    beforeAll(async () => {
      pages = await AdminPages.open({}, engine);
      [ada, bea] = [await pages.person(['ADMIN'], 'Ada Ferrant'), await pages.person(['ADMIN'], 'Bea Roe')];
      await withPassword(pages.api, ada.operatorId, PASSWORD);
      await withPassword(pages.api, bea.operatorId, PASSWORD);
    });
    afterAll(() => pages?.close());

    beforeEach(async () => {
      first = await pages.blank({ as: { ...ada, ...(await sessionOf(pages.api, ada.operatorId)) } });
    });
    afterEach(() => first.close());

    const open = async (path: string) => {
      await first.page.goto(pages.api.url + path);
      await first.page.locator('h1').first().waitFor();
      return first.page;
    };

    /** In the second tab. */
    async function signOut(): Promise<Page> {
      if (!second || second.isClosed()) second = await first.page.context().newPage();
      await second.goto(`${pages.api.url}/admin/sign-out`);
      const button = second.getByRole('button', { name: 'Sign out' });
      if ((await button.count()) > 0) await button.click();
      await second.getByLabel('E-mail address').waitFor();
      return second;
    }

    /** As a person does it: signs the one before out, and in as another. */
    async function signIn({ email }: SignedIn): Promise<void> {
      const tab = await signOut();
      await tab.getByLabel('E-mail address').fill(email);
      await tab.getByLabel('Password').fill(PASSWORD);
      await tab.getByRole('button', { name: 'Sign in' }).click();
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await first.page.bringToFront();
    }

    const form = () => first.page.getByRole('dialog', { name: 'Create customer' });
    const dialog = () => first.page.getByRole('dialog', { name: 'Another person has signed in' });
    const rowsOf = (sql: string) => pages.api.database.query(sql);
    const refusals = () => first.faults.filter((fault) => !fault.includes('403 (Forbidden)'));

    async function filed(): Promise<string> {
      const { as } = await customerWithKey(pages.api, { name: `Lindqvist ${crypto.randomUUID()}` });
      const { data } = await pages.api.graphql(
        `mutation ($input: CreatePublishRequestInput!) { filed: createPublishRequest(input: $input) {
         ... on CreatedPublishRequest { publishRequest { approvalId } } } }`,
        { as, variables: { input: LETTER } },
      );
      return data.filed.publishRequest.approvalId;
    }

    test('creates no customer, says who has signed in, and goes on as that person once loaded again', async () => {
      const page = await open('/admin/customers/new');
      await form().getByLabel('Name').pressSequentially('Two Tabs Ltd');
      await signIn(bea);

      await page.getByRole('button', { name: 'Create customer' }).click();
      await dialog().getByText(NOTHING_SENT).waitFor();
      expect(await rowsOf(`select from customer where name = 'Two Tabs Ltd'`)).toEqual([]);
      await picture(page, 'another-person');
      await pages.expectSound({ ...first, faults: refusals() });

      await dialog().getByRole('button', { name: 'Not now' }).click();
      expect(await form().getByLabel('Name').inputValue()).toBe('Two Tabs Ltd');
      await page.getByText('Nothing was changed. Your input is still here.').waitFor();
      await page.getByRole('button', { name: 'Create customer' }).click();
      page.once('dialog', (asked) => void asked.accept());
      await dialog().getByRole('button', { name: 'Reload page' }).click();
      await page.getByRole('button', { name: 'Bea Roe' }).waitFor();
      await form().getByLabel('Name').pressSequentially('Two Tabs Ltd');
      await page.getByRole('button', { name: 'Create customer' }).click();
      await page.getByRole('heading', { name: 'Two Tabs Ltd' }).waitFor();
    });

    test('sends what waits once its own person has signed in again', async () => {
      const page = await open('/admin/customers/new');
      await form().getByLabel('Name').pressSequentially('Patient Ltd');
      await signIn(bea);
      await page.getByRole('button', { name: 'Create customer' }).click();
      await dialog().getByText(NOTHING_SENT).waitFor();

      await signIn(ada);
      await page.evaluate(`dispatchEvent(new Event('focus'))`);

      await page.getByRole('heading', { name: 'Patient Ltd' }).waitFor();
    });

    test('asks for a sign-in where the other person has signed out again, and sends nothing until then', async () => {
      const page = await open('/admin/renders/new');
      await page.getByRole('textbox', { name: 'Brief' }).pressSequentially('two tabs at dawn');
      await signIn(bea);
      await page.getByRole('button', { name: 'Create render' }).click();
      await dialog().getByText(NOTHING_SENT).waitFor();

      await signOut();
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      expect(await rowsOf(`select from render where prompt = 'two tabs at dawn'`)).toEqual([]);

      await signIn(ada);
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await expect
        .poll(() => rowsOf(`select requested_by from render where prompt = 'two tabs at dawn'`))
        .toEqual([{ requested_by: ada.actor }]);
    });

    test('shows nothing of the other person on its next screen', async () => {
      const page = await open('/admin');
      await signIn(bea);

      await page.getByRole('link', { name: 'Customers', exact: true }).click();

      await dialog().getByText(NOTHING_SENT).waitFor();
      expect(await page.getByRole('button', { name: 'Ada Ferrant', includeHidden: true }).count()).toBe(1);
    });

    test('approves nothing that is held', async () => {
      const id = await filed();
      const page = await open(`/admin/approvals/${id}`);
      await page.getByRole('button', { name: 'Approve…' }).click();
      await page.getByRole('dialog').getByText('You approve exactly the content shown').waitFor();
      await signIn(bea);

      await page.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click();

      await dialog().getByText(NOTHING_SENT).waitFor();
      expect(await rowsOf('select from approval_decision')).toEqual([]);
    });

    test('uploads nothing', async () => {
      const page = await open('/admin/bank/upload');
      await signIn(bea);

      await page.setInputFiles('input[type=file]', {
        name: 'two-tabs.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      });

      await dialog().getByText(NOTHING_SENT).waitFor();
      expect(await rowsOf(`select from asset where title = 'two tabs'`)).toEqual([]);
    });

    test('signs nobody out on a page without scripts, which says so and leads back to itself', async () => {
      const page = await open('/admin/sign-out');
      await signIn(bea);
      const sessions = () =>
        rowsOf(`select from operator_session where operator_id = '${bea.operatorId}' and expires_at > now()`);
      const before = (await sessions()).length;

      await page.getByRole('button', { name: 'Sign out' }).click();

      await page.getByRole('heading', { name: 'Another operator has signed in with this browser' }).waitFor();
      await page.getByText('Nothing was done.').waitFor();
      await picture(page, 'another-person-form');
      await pages.expectSound({ ...first, faults: refusals() });
      expect(await sessions()).toHaveLength(before);
      await page.getByRole('link', { name: 'Reload the page' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('E-mail address').waitFor();
      expect(await sessions()).toHaveLength(before - 1);
    });
  },
);
