import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, drawing, ImageServer, refusing } from '../../renders/image-server.ts';
import { AdminPages, picture, signIn, violations } from '../../support/admin-page.ts';
import type { Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { sessionOf } from '../../support/people.ts';
import { download } from '../../support/seals.ts';

const SIZES = [
  ['light', 1_440],
  ['dark', 390],
] as const;
/** What the engine of the service cannot draw, so that the model has to. */
const FOX = 'A red fox asleep on a velvet sofa';
const MARKUP = `${FOX} <img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

describe.skipIf(HAS_NO_BROWSER)('renders and seals in the back office', () => {
  let server: ImageServer;
  let pages: AdminPages;
  let drawnId: string;
  let sealId: string;

  beforeAll(async () => {
    server = await ImageServer.start();
    pages = await AdminPages.open({
      env: { OPENAI_API_KEY: 'sk-of-the-house-0123456789', OPENAI_BASE_URL: server.url },
    });
    const { render } = await pages.api.render({ prompt: 'A calm lake at dusk in winter, a small zeppelin, no moon' });
    drawnId = render.id;
    sealId = (await sealOf(drawnId))!;
  });
  beforeEach(() => {
    server.answer = drawing(320, 240);
  });
  afterAll(async () => {
    await pages?.close();
    await server?.stop();
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const states = (page: Page, what: string) => page.locator('.renders-place', { hasText: what });

  async function asked(query: string, variables: object = {}): Promise<Json> {
    const { data, errors } = await pages.api.graphql(query, { as: 'operator', variables });
    expect(errors).toBeUndefined();
    return data;
  }

  async function sealOf(id: string): Promise<string | undefined> {
    const { render } = await asked('query ($id: ID!) { render(id: $id) { seal { id } } }', { id });
    return render.seal?.id;
  }

  /** A model that draws for as long as the test wants it to. */
  function held(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const draw = drawing(320, 240);
    server.answer = async (...given: Parameters<Answer>) => {
      await promise;
      await draw(...given);
    };
    return resolve;
  }

  async function request(prompt: string): Promise<string> {
    const { requestRender } = await asked(
      'mutation ($input: RequestRenderInput!) { requestRender(input: $input) { ... on RequestedRender { render { id } } } }',
      { input: { prompt, width: 256, height: 256 } },
    );
    return requestRender.render.id;
  }

  test('sends nothing while it cannot be found out whether the session continues', async () => {
    const opened = await pages.at('/admin/renders/new');
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Brief' }).fill('a lake that nobody signed for');
    const asksWho = (body: string | null) => body?.includes('query CurrentViewer') ?? false;
    await page.route('**/graphql', (route) => (asksWho(route.request().postData()) ? route.abort() : route.fallback()));
    await page.context().clearCookies();

    await page.getByRole('button', { name: 'Create render' }).click();

    await page.getByText('The service doesn’t respond.').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Brief' }).inputValue()).toBe('a lake that nobody signed for');
    expect(
      await pages.api.database.query(`select id from render where prompt = 'a lake that nobody signed for'`),
    ).toEqual([]);
    await opened.close();
  });

  test('a brief is typed, outlives its session, and is followed live to a picture of known cost', async () => {
    const release = held();
    const person = await pages.person(['EDITOR'], 'Edith Roe');
    const opened = await pages.at('/admin/renders/new', { as: person });
    const { page } = opened;
    await page
      .getByText(/would render it.*At most \$/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Brief' }).fill(MARKUP);
    await page.getByLabel('Title').fill('Fox <b>asleep</b>');
    await page.getByLabel('Size').selectOption('own');
    await page.getByLabel('Width').fill('9000');
    await page.getByText('Enter a whole number: 256 to 2,048 pixels.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Create render' }).isDisabled()).toBe(true);
    await page.getByLabel('Width').fill('512');

    await page.getByRole('link', { name: 'Seals', exact: true }).click();
    await dialog(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click();
    await page.context().clearCookies();
    await page.getByRole('textbox', { name: 'Brief' }).press('Control+Enter');
    await dialog(page, 'Sign in again').waitFor();
    await signIn(page.context(), pages.api, { ...person, ...(await sessionOf(pages.api, person.operatorId)) });
    const [beside] = await Promise.all([
      page.waitForEvent('popup'),
      dialog(page, 'Sign in again').getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await beside.waitForEvent('close');

    await states(page, 'Rendering').waitFor();
    expect(pathOf(page)).toMatch(/^\/admin\/renders\/rnd_/);
    await picture(page, 'render-under-way');
    release();
    await page.locator('.renders-picture img').waitFor();
    await page.getByRole('heading', { name: 'Fox <b>asleep</b>' }).waitFor();
    expect(await page.locator('.renders-words').textContent()).toContain(MARKUP);
    expect(await page.title()).not.toContain('run');
    await page.getByText('Rendered by a model, which').waitFor();
    await expect.poll(() => page.locator('.facts div', { hasText: /^Cost/ }).textContent()).toMatch(/\$0\.0\d+/);
    await page.getByRole('link', { name: 'Sealed' }).waitFor();
    await expect.poll(() => page.locator('.facts a[href^="/admin/runs/"]').count()).toBe(1);
    expect(opened.requested.every((url) => url.startsWith(pages.api.url) || url.startsWith('data:'))).toBe(true);
    await opened.close();
  });

  test('one that is under way moves in the list, and is canceled or told that it is too late', async () => {
    const release = held();
    const [first, second] = [await request(`${FOX}, first`), await request(`${FOX}, second`)];
    const opened = await pages.at('/admin/renders?status=UNDER_WAY');
    const { page } = opened;
    await expect.poll(() => page.getByRole('row', { name: /Rendering/ }).count()).toBe(2);
    await picture(page, 'renders-under-way');
    await page.getByRole('link', { name: /first/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel render' }).click();
    await dialog(page, 'Cancel this render?').getByRole('button', { name: 'Cancel render' }).click();
    await states(page, 'Canceled').waitFor();
    expect(pathOf(page)).toBe(`/admin/renders/${first}`);

    await page.goBack();
    await expect.poll(() => page.locator('.row-link').count()).toBe(1);
    await page.getByRole('link', { name: /second/ }).click();
    await page.getByRole('button', { name: 'Cancel render' }).click();
    release();
    await page.locator('.renders-picture img').waitFor();
    await dialog(page, 'Cancel this render?').getByRole('button', { name: 'Cancel render' }).click();
    await page
      .getByText('The render has already ended: its status is SUCCEEDED. There is nothing to cancel.')
      .waitFor();
    await pages.expectSound(opened);
    await page.keyboard.press('Escape');
    expect(pathOf(page)).toBe(`/admin/renders/${second}`);
    await page.getByRole('navigation', { name: 'Back' }).getByRole('link').click();
    await page.getByText('No renders match these filters.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator('.row-link').count()).toBeGreaterThan(2);
    await opened.close();
  });

  test('says that the connection is lost, and goes on by itself', async () => {
    const release = held();
    const id = await request(`${FOX}, offline`);
    const opened = await pages.at(`/admin/renders/${id}`);
    const { page } = opened;
    await states(page, 'Rendering').waitFor();
    await page.route('**/graphql/stream', (route) => route.abort());
    pages.api.httpServer.closeAllConnections();
    await page.getByText('Connection lost.').waitFor();
    release();
    await page.unroute('**/graphql/stream');
    await page.locator('.renders-picture img').waitFor();
    await expect.poll(() => page.getByText('Connection lost.').count()).toBe(0);
    await opened.close();
  });

  test('one that failed says why, and is tried again by keyboard', async () => {
    server.answer = refusing(400, { message: 'Not like this.', type: 'invalid_request_error' });
    const id = await request(`${FOX}, refused`);
    const opened = await pages.at(`/admin/renders/${id}`);
    const { page } = opened;
    await states(page, 'refused the request or the account').waitFor();
    await page.getByText('unknown', { exact: true }).first().waitFor();
    await pages.expectSound(opened);
    await picture(page, 'render-failed');
    server.answer = drawing(320, 240);
    await page.getByRole('button', { name: 'Retry render' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page, 'Retry this render?')
      .getByText(/would render it.*At most \$/)
      .first()
      .waitFor();
    await picture(page, 'render-try-again');
    await dialog(page, 'Retry this render?').getByRole('button', { name: 'Retry render' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.renders-picture img').waitFor();
    expect(pathOf(page)).not.toBe(`/admin/renders/${id}`);
    await page.getByRole('link', { name: 'an earlier render' }).click();
    await expect.poll(() => pathOf(page)).toBe(`/admin/renders/${id}`);
    await page.getByRole('link', { name: 'Use this brief' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Brief' }).inputValue()).toBe(`${FOX}, refused`);
    await opened.close();
  });

  test('a seal is found by its file, and revoked with a reason that everybody sees', async () => {
    const { seal } = await asked('query ($id: ID!) { seal(id: $id) { sha256 asset { file { url } } } }', {
      id: sealId,
    });
    const bytes = await pages.api.fetch(new URL(seal.asset.file.url).pathname);
    const file = join(tmpdir(), `${sealId}.png`);
    writeFileSync(file, Buffer.from(await bytes.arrayBuffer()));
    const opened = await pages.at('/admin/seals');
    const { page } = opened;
    await page.getByText(/last checkpoint/).waitFor();
    await page.getByLabel('File to find seals for').setInputFiles(file);
    await expect.poll(() => new URL(page.url()).searchParams.get('sha256')).toBe(seal.sha256);
    await expect.poll(() => page.locator('.row-link').count()).toBe(1);
    await page.locator('.row-link').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Neither revoked nor superseded.').waitFor();
    expect(pathOf(page)).toBe(`/admin/seals/${sealId}`);

    await page.getByRole('button', { name: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    const asks = dialog(page, 'Revoke this seal?');
    await asks.getByRole('button', { name: 'Revoke seal' }).click();
    await asks.getByText('Enter a reason.').waitFor();
    await picture(page, 'seal-revoke');
    await asks.getByLabel('Reason').fill('The <b>wrong</b> file.');
    await asks.getByRole('button', { name: 'Revoke seal' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.seals-state', { hasText: 'The <b>wrong</b> file.' }).waitFor();
    await page.locator('.seals-state', { hasText: /by an operator: \S/ }).waitFor();
    await pages.expectSound(opened);
    await picture(page, 'seal-revoked');
    const publicPage = await pages.api.fetch(`/v/${sealId}`, { headers: { accept: 'text/html' } });
    const publicText = await publicPage.text();
    expect(publicText).toContain('This seal was revoked');
    expect(publicText).not.toContain('operator:');
    await page.getByRole('link', { name: 'Show in the audit trail' }).click();
    await page.getByText('revokeSeal').first().waitFor();
    expect(new URL(page.url()).searchParams.get('subject')).toBe(sealId);
    await page.goBack();
    await page.locator('.seals-state').waitFor();
    await page.getByRole('link', { name: 'Check a copy' }).click();
    await page.getByRole('heading', { name: 'Check your copy' }).waitFor();
    await opened.close();
  });

  test('one is superseded by another, and one is erased', async () => {
    const [old, next] = [await sealText('old'), await sealText('new')];
    const opened = await pages.at(`/admin/seals/${old}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Supersede' }).click();
    const asks = dialog(page, 'Supersede this seal?');
    await asks.getByLabel('Reason').fill('A later one.');
    await asks.getByLabel('ID of the newer seal').fill(old);
    await asks.getByRole('button', { name: 'Supersede seal' }).click();
    await asks.getByText('A seal can’t supersede itself. Pass the id of the newer seal.').waitFor();
    await asks.getByLabel('ID of the newer seal').fill(next);
    await asks.getByRole('button', { name: 'Supersede seal' }).click();
    await page.locator('.seals-state').getByRole('link', { name: next }).click();
    await expect.poll(() => pathOf(page)).toBe(`/admin/seals/${next}`);
    await page.getByRole('button', { name: 'Erase' }).click();
    await dialog(page, 'Erase this seal?').getByLabel('Reason').fill('Asked for.');
    await page.getByRole('button', { name: 'Erase seal permanently' }).click();
    await page.getByText('Seal erased.').waitFor();
    await opened.close();
  });

  async function sealText(text: string): Promise<string> {
    const input = { text, disclaimerAcknowledged: true };
    const { sealText: sealed } = await asked(
      'mutation ($input: SealTextInput!) { sealText(input: $input) { ... on SealedText { seal { id } } } }',
      { input },
    );
    return sealed.seal.id;
  }

  test('the log is checked by the browser, which tells what does not hold, and remembers what it has seen', async () => {
    await sealText('so that the log has grown');
    const opened = await pages.at('/admin/seals/log');
    const { page } = opened;
    const button = page.getByRole('button', { name: 'Check the log' });
    const told = (title: string) =>
      page.locator('.seals-check-result', { has: page.getByRole('heading', { name: title }) });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/log/tile/entries/**', (route) => released.then(() => route.continue()).catch(() => {}));
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^0 of \d+ entries/).waitFor();
    await pages.expectSound(opened);
    await picture(page, 'log-check-under-way');
    await page.getByRole('button', { name: 'Stop the check' }).focus();
    await page.keyboard.press('Enter');
    await told('Stopped').getByText('This proves nothing').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Check the log');
    release();

    await page.keyboard.press('Enter');
    await told('Clean').getByText('This browser hasn’t checked the log before').waitFor();
    expect(await told('Clean').getAttribute('data-tone')).toBe('plain');
    await button.click();
    await told('Clean')
      .getByText(/It continues the log of this browser’s last check, \d+ entries/)
      .waitFor();
    await told('Clean').getByText('nothing was added since').waitFor();
    await page.getByRole('radio', { name: /that you saved/ }).check();
    await button.click();
    await page.getByText('Choose a trust file first.').waitFor();
    const buffer = await download(pages.api, '/.well-known/imprimatur/trust.json');
    const given = page.getByLabel('Your saved trust file');
    await given.setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await button.click();
    await told('Not checked').getByText('The chosen file isn’t a usable trust file.').waitFor();
    await given.setInputFiles({ name: 'of-may.json', mimeType: 'application/json', buffer });
    await button.click();
    await told('Clean').getByText('your file of-may.json').waitFor();
    expect(await told('Clean').getAttribute('data-tone')).toBe('good');
    await told('Clean')
      .getByText(/^All \d+ entries/)
      .waitFor();
    await page.getByText(`imprimatur audit ${pages.api.url} --trust trust.json`).waitFor();
    await pages.expectSound(opened);
    await picture(page, 'log-clean-by-own-file');

    let isLimited = true;
    await page.route('**/log/checkpoint', (route) =>
      isLimited ? route.fulfill({ status: 429, headers: { 'retry-after': '1' } }) : route.continue(),
    );
    await page.route('**/log/tile/0/**', async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      body[32]! ^= 1;
      await route.fulfill({ response, body });
    });
    await page.getByRole('checkbox', { name: /Read again/ }).check();
    await button.click();
    await page.getByText('The service limits how often it can be read. Reading continues in 1 second.').waitFor();
    isLimited = false;
    const wrong = told('A hash tile is wrong');
    await wrong.getByText('has a different hash for entry 1 than the signed tree').waitFor();
    expect(
      await wrong
        .locator('.facts div', { hasText: /^Entry/ })
        .locator('dd')
        .textContent(),
    ).toBe('1');
    expect(await violations(page)).toEqual([]);
    await picture(page, 'log-tile-wrong');

    const { checkpoints } = (await pages.api.json('/log/checkpoints')).body;
    await page.unrouteAll();
    await page.route('**/log/checkpoint', (route) => route.fulfill({ body: checkpoints[0] }));
    await button.click();
    const back = told('The log is shorter than before');
    await back.getByText(/it showed \d+ entries before and shows/).waitFor();
    await picture(page, 'log-set-back');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      back.getByRole('button', { name: 'Save the two signed notes' }).click(),
    ]);
    const evidence = readFileSync(await saved.path(), 'utf8');
    for (const note of [checkpoints[0], checkpoints.at(-1)]) expect(evidence).toContain(note.split('\n\n')[0]);

    await page.reload();
    await page.getByText(/Last clean check in this browser/).waitFor();
    await page.getByText('This browser has saved two signed notes that contradict each other.').waitFor();
    await page.getByRole('button', { name: 'Forget log' }).click();
    await dialog(page, 'Forget the log?').getByRole('button', { name: 'Forget log' }).click();
    await page.getByText(/Last clean check in this browser/).waitFor({ state: 'detached' });
    expect(await page.evaluate('Object.keys(localStorage).filter((name) => name.includes("log-check"))')).toEqual([]);
    await opened.close();
  });

  test.each(SIZES)('is sound in %s at %i px', async (scheme, width) => {
    const opened = await pages.at('/admin/renders', { scheme, width });
    const { page } = opened;
    const shown = async (path: string, name: string, what: string) => {
      if (pathOf(page) !== path) await page.goto(pages.api.url + path);
      await page.locator(what).first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await pages.expectSound(opened);
      await picture(page, `${name}-${scheme}-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await shown('/admin/renders', 'renders', '.row-link');
    await shown(`/admin/renders/${drawnId}`, 'render', '.renders-picture');
    await shown('/admin/renders/new', 'render-new', '.renders-who p, .renders-who dl');
    await shown('/admin/seals', 'seals', '.row-link');
    await shown(`/admin/seals/${sealId}`, 'seal', '.seals-state');
    await shown('/admin/seals/log', 'log', '.facts');
    await page.getByRole('button', { name: 'Check the log' }).click();
    await shown('/admin/seals/log', 'log-clean', '.seals-check-result');
    await opened.close();
  });

  test('offers nobody what is not for them', async () => {
    server.answer = refusing(400, { message: 'Not like this.', type: 'invalid_request_error' });
    const auditor = await pages.person(['AUDITOR'], 'Aud Berg');
    const opened = await pages.at(`/admin/seals/${await sealText('looked at')}`, { as: auditor });
    const { page } = opened;
    await page.locator('.seals-state').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Revoke|Supersede|Erase/ }).count()).toBe(0);
    const id = await request(`${FOX}, of somebody else`);
    await page.goto(`${pages.api.url}/admin/renders/${id}`);
    await states(page, 'refused the request or the account').waitFor();
    await page.getByRole('link', { name: 'Use this brief' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Retry render' }).count()).toBe(0);
    await opened.close();
  });
});
