import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { axeViolations } from '../support/axe.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { picture } from '../support/picture.ts';
import { builtSanctuary, SANCTUARY } from '../support/sanctuary.ts';

describe.skipIf(HAS_NO_BROWSER)('the check of quotations in the developer sanctuary', () => {
  let api: Api;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    api = await startApi({ sanctuaryFolder: await builtSanctuary() });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });
  afterEach(async () => {
    await watched.page.context().close();

    expect(watched.faults).toEqual([]);
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    watched = await openPage(browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
    const { page } = watched;
    await page.goto(`${api.url}${SANCTUARY}#citations`);
    if (options.javaScriptEnabled !== false) await page.locator('#citations .soon').waitFor({ state: 'detached' });
    return page;
  }
  const fieldOf = (page: Page) => page.getByLabel('Text to check');
  const entriesOf = (page: Page) => page.locator('.entries > li');
  const statusesOf = async (page: Page) =>
    Promise.all((await entriesOf(page).all()).map((entry) => entry.getAttribute('data-status')));
  async function check(page: Page, text: string): Promise<void> {
    await fieldOf(page).fill(text);
    await page.getByRole('button', { name: 'Check quotations' }).click();
  }

  test('reports on the example: each tier, a changed number, a removed negation, an invented sentence', async () => {
    const page = await open();

    expect(await statusesOf(page)).toEqual([
      'VERIFIED',
      'ALTERED',
      'ALTERED',
      'NOT_FOUND',
      'TOO_SHORT',
      'VERIFIED',
      'VERIFIED',
      'VERIFIED',
    ]);
    const verdicts = (await entriesOf(page).locator('.verdict').allInnerTexts()).join('\n');
    expect(verdicts).toMatch(/Verified White space.*Verified Exact.*Verified Typography.*Verified Hyphenation/s);
    expect(await entriesOf(page).locator('.place a').allInnerTexts()).toEqual([
      'Apache License 2.0, section 2 (Grant of Copyright License)',
      'Apache License 2.0, section 1 (Definitions)',
      'Apache License 2.0, section 6 (Trademarks)',
      'Déclaration des droits de l’homme et du citoyen, article 1',
      'Déclaration des droits de l’homme et du citoyen, article 1',
      'Grundgesetz, article 2',
    ]);
    expect(await entriesOf(page).locator('.differences').allInnerTexts()).toEqual([
      'Number: your text has “51%”, the document “50%”.',
      'Negation: your text lacks “not”.',
    ]);
    const counts = await page.getByRole('status').filter({ hasText: 'quotations' }).innerText();
    expect(counts.split(/\n+/)).toEqual([
      '8 quotations',
      'Verified: 4',
      'Altered: 2',
      'Not found: 1',
      'Too short: 1',
      '1 quotation mark is never closed.',
    ]);
    expect(await page.locator('.unclosed li').innerText()).toMatch(/^Line 10: .*the whole licence, without/);
  });

  test('says without colour which words are whose', async () => {
    const page = await open();
    const altered = entriesOf(page).nth(1);

    const [quoted, documented] = [altered.locator('del'), altered.locator('ins')];

    expect(await quoted.textContent()).toBe('(your text: 51%) ');
    expect(await documented.textContent()).toBe('(document: 50%) ');
    const lineOf = (name: string) => `getComputedStyle(document.querySelector('.entries ${name}')).textDecorationLine`;
    expect(await page.evaluate(lineOf('del'))).toBe('line-through');
    expect(await page.evaluate(lineOf('ins'))).toBe('underline');
  });

  test('opens a passage by keyboard, and returns from it', async () => {
    const page = await open();
    const link = page.locator('#quotation-8 .place a');
    await link.focus();

    await page.keyboard.press('Enter');

    const mark = page.locator('.sample mark[data-current]:focus');
    await mark.waitFor();
    expect((await mark.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'Jeder hat das Recht auf die freie Entfaltung seiner Persönlichkeit, soweit er nicht die Rechte anderer verletzt',
    );
    const { y } = (await mark.boundingBox())!;
    expect(y).toBeGreaterThan(60);
    expect(y).toBeLessThan(840);

    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Back to quotation 8');
    await page.keyboard.press('Enter');
    await page.locator('#quotation-8 .place a:focus').waitFor();
  });

  test('checks another text when asked, selects a quotation in it, and returns to the example', async () => {
    const page = await open();
    const text = 'See “the union of the acting entity”, and nothing else.';

    await fieldOf(page).fill(text);
    await page.getByText('The text has changed since this report.').waitFor();
    await page.getByRole('button', { name: 'Check quotations' }).press('Enter');
    await expect.poll(() => statusesOf(page)).toEqual(['VERIFIED']);
    await page.getByRole('button', { name: 'Show in your text (quotation 1)' }).press('Enter');
    const selected = await page.evaluate(`(({ value, selectionStart, selectionEnd }) =>
      value.slice(selectionStart, selectionEnd))(document.activeElement)`);
    expect(selected).toBe('the union of the acting entity');

    await page.getByRole('button', { name: 'Fill in the example' }).press('Enter');
    await expect.poll(async () => (await statusesOf(page)).length).toBe(8);
    expect(await fieldOf(page).inputValue()).toContain('The library is licensed');
  });

  test('checks exactly 20,000 characters, and refuses 20,001 with the reason', async () => {
    const page = await open();
    const quotation = ' “an individual or Legal Entity”';
    const most = `${'x'.repeat(20_000 - quotation.length)}${quotation}`;

    await check(page, most);
    await expect.poll(() => statusesOf(page)).toEqual(['VERIFIED']);
    expect(await page.locator('#citations').innerText()).toContain('20,000 characters of at most 20,000');

    await check(page, `x${most}`);
    const alert = page.locator('#citations').getByRole('alert').filter({ hasText: /./ });
    await expect
      .poll(() => alert.allInnerTexts())
      .toEqual([
        'The text has 20,001 characters, and at most 20,000 are checked. Remove 1 character, or check the text in parts.',
      ]);
    expect(await statusesOf(page)).toEqual([]);
    expect(await fieldOf(page).getAttribute('aria-invalid')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('shows markup in a text as text', async () => {
    const page = await open();
    const markup = '<img src=x onerror="document.title=\'run\'"></p><script>document.title=1</script>';

    await check(
      page,
      `He wrote “${markup} and more”, “<b>an individual or</b> Legal Entity” and “<svg onload=alert(1)>.`,
    );

    await expect.poll(() => statusesOf(page)).toEqual(['NOT_FOUND', 'ALTERED']);
    expect(await page.locator('#quotation-1 blockquote').innerText()).toBe(`${markup} and more`);
    expect(await page.locator('.report :is(img, script, svg, b)').count()).toBe(0);
    expect(await page.title()).not.toMatch(/^(run|1)$/);
  });

  test('sends and stores nothing of a text', async () => {
    const page = await open();
    await page.getByText('Ready.', { exact: true }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));

    await check(page, 'A secret with “an individual or Legal Entity” in it.');
    await expect.poll(() => statusesOf(page)).toEqual(['VERIFIED']);
    await page.locator('#quotation-1 .place a').click();

    // The health is looked at every ten seconds, and parts of the page are loaded when they come near.
    const expected = new RegExp(`^${api.url}(?:/readyz|${SANCTUARY}/assets/[\\w-]+\\.js) $`);
    expect(sent.filter((request) => !expected.test(request))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(page.url()).not.toContain('secret');
  });

  test('lists the first hundred of many quotations, and the others when asked', async () => {
    const page = await open();

    await check(page, '“one two” '.repeat(300));

    await page.getByText('300 quotations', { exact: true }).waitFor();
    expect(await entriesOf(page).count()).toBe(100);
    await page.getByRole('button', { name: 'List 200 more' }).press('Enter');
    await expect.poll(() => entriesOf(page).count()).toBe(300);
  });

  test('shows the example’s report and the texts where no script runs', async () => {
    const page = await open({ javaScriptEnabled: false });

    expect(await page.locator('#citations').innerText()).toContain('This part needs scripts to check a text of yours');
    expect(await entriesOf(page).count()).toBe(8);
    await page.locator('#quotation-3 .place a').click();

    const mark = page.locator('.sample mark:target');
    await mark.waitFor();
    expect(await mark.innerText()).toContain('This License does not grant permission');
    await picture(page, 'citations-without-scripts', false);
  });

  test('prints the whole text and its report, without buttons', async () => {
    const page = await open();
    const text = `${'A long line.\n'.repeat(100)}“an individual or Legal Entity”`;
    await check(page, text);
    await expect.poll(() => statusesOf(page)).toEqual(['VERIFIED']);

    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('.citations .for-print').innerText()).toBe(text);
    expect(await page.locator('.citations :is(button, textarea):visible').count()).toBe(0);
    expect(await entriesOf(page).first().innerText()).toContain('Apache License 2.0, section 1');
    await page.locator('.citations .report').scrollIntoViewIfNeeded();
    await picture(page, 'citations-printed', false);
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('breaks no rule of axe in %s at %i px, with a passage opened', async (colorScheme, width) => {
    const page = await open({ colorScheme, viewport: { width, height: 900 } });
    await picture(page, `citations-${colorScheme}-${width}`, false);
    await page.evaluate(`document.querySelector('#quotation-3').scrollIntoView()`);
    await picture(page, `citations-report-${colorScheme}-${width}`, false);
    await page.locator('#quotation-2 .place a').click();
    await page.locator('.sample mark[data-current]').waitFor();

    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await picture(page, `citations-opened-${colorScheme}-${width}`, false);
  });
});
