import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { axeViolations } from '../support/axe.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { marked } from '../support/forced-colours.ts';
import { signedIn } from '../support/people.ts';
import { picture } from '../support/picture.ts';
import { builtSanctuary, SANCTUARY } from '../support/sanctuary.ts';
import { lookOut, metricOf, seenOn, slowDown } from '../support/slow-machine.ts';

/** The sections that are loaded when they come near. */
const PARTS = ['run-it', 'seal-it', 'publish-gate', 'citations', 'pictures'];

describe.skipIf(HAS_NO_BROWSER)('the developer sanctuary', () => {
  let api: Api;
  let browser: Browser;
  let watched: WatchedPage | undefined;
  beforeAll(async () => {
    api = await startApi({ sanctuaryFolder: await builtSanctuary() });
    await api.render({ prompt: 'a lake in autumn', tags: ['lake'] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });
  afterEach(async () => {
    const { page, requested, faults } = watched!;
    await page.context().close();

    expect(faults).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(`${api.url}/`) && !url.startsWith('data:'))).toEqual([]);
  });

  /** Opened, and alive. */
  async function open(search = '', options: BrowserContextOptions = {}): Promise<Page> {
    watched = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options });
    const { page } = watched;
    await page.goto(`${api.url}${SANCTUARY}${search}`);
    await page.getByRole('tab').first().waitFor();
    const [, section] = search.split('#');
    if (section) await isAlive(page, section);
    return page;
  }
  /** The part is loaded: what the server has written of it can't be used. */
  const isAlive = (page: Page, section: string) => page.locator(`#${section} .soon`).waitFor({ state: 'detached' });
  /** The picture hangs there. What keeps it away is said by the page. */
  async function drawn(page: Page): Promise<void> {
    const trouble = page.locator('#pictures .trouble');
    await page.locator('.picture img[alt^="Rendered from"]').or(trouble).first().waitFor();
    expect(await trouble.allInnerTexts()).toEqual([]);
  }
  const goesTo = (page: Page) => page.locator('.goes .to').innerText();
  const reasonOf = (page: Page, deployment: string) =>
    page.locator(`[data-deployment="${deployment}"]`).getAttribute('data-reason');
  const searchOf = (page: Page) => new URL(page.url()).search;

  describe('the playground', () => {
    test('shows by mouse who takes a task, who stands in and who is refused, and the address holds it', async () => {
      const page = await open();

      await page.getByText('warm-tone', { exact: true }).click();
      await expect.poll(() => goesTo(page)).toContain('claude-sonnet-5-5');
      expect(searchOf(page)).toBe('?task=human-phrasing/warm-tone');

      await page.locator('.segment.is-outage', { hasText: 'anthropic' }).click();
      await expect.poll(() => goesTo(page)).toContain('mistral-large-2512');
      expect(await reasonOf(page, 'anthropic/claude-sonnet-5-5')).toBe('BREAKER_OPEN');

      await page.reload();
      await page.getByRole('tab').first().waitFor();
      expect(await goesTo(page)).toContain('mistral-large-2512');
      expect(await page.locator('.segment.is-outage', { hasText: 'anthropic' }).locator('input').isChecked()).toBe(
        true,
      );
    });

    test('goes back where one came from', async () => {
      const page = await open('?task=case-scanning/fast-scan');
      const before = await goesTo(page);
      await page.locator('.segment.is-outage').first().click();
      await expect.poll(() => goesTo(page)).not.toBe(before);

      await page.goBack();

      await expect.poll(() => goesTo(page)).toBe(before);
      expect(searchOf(page)).toBe('?task=case-scanning/fast-scan');
    });

    test('is played by keyboard alone', async () => {
      const page = await open();
      await page.getByRole('radio', { name: 'evidence-chain' }).focus();

      await page.keyboard.press('ArrowDown');
      await expect.poll(() => searchOf(page)).toBe('?task=deep-reasoning/synthesis');
      await page.getByRole('checkbox', { name: 'anthropic' }).focus();
      await page.keyboard.press('Space');
      await expect.poll(() => goesTo(page)).toContain('gpt-6.1-sol');
      await page.getByRole('slider', { name: 'Spent this month' }).focus();
      await page.keyboard.press('End');
      await expect.poll(() => goesTo(page)).toContain('deepseek-v4-pro');
      await page.getByRole('slider', { name: 'Input' }).focus();
      await page.keyboard.press('End');

      await expect.poll(() => goesTo(page)).toBe('no eligible model');
      expect(await page.locator('.why').innerText()).toContain('4,000,000');
    });

    test('tells readers of screens what the graph shows', async () => {
      const page = await open('?task=deep-reasoning/evidence-chain&down=openai');

      const rows = await page
        .getByRole('table', { name: /considered/ })
        .getByRole('row')
        .allInnerTexts();

      expect(rows).toHaveLength(4);
      expect(rows[1]).toMatch(/openai\/gpt-6.1-sol\s+none\s+BREAKER_OPEN\s+The deployment is paused/);
      expect(rows[2]).toMatch(/anthropic\/claude-opus-5-5\s+1\s+TAKEN/);
      expect(await page.locator('.graph').getAttribute('aria-hidden')).toBe('true');
    });

    test('works as a form where no script runs', async () => {
      watched = await openPage(browser, { javaScriptEnabled: false });
      const { page } = watched;
      await page.goto(`${api.url}${SANCTUARY}`);

      await page.getByText('redact-draft', { exact: true }).click();
      await page.locator('.segment.is-outage', { hasText: 'openai' }).click();
      await page.getByRole('button', { name: 'Show route' }).click();

      expect(await goesTo(page)).toContain('claude-haiku-5-5');
      expect(new URL(page.url()).searchParams.get('task')).toBe('fast-execution/redact-draft');
    });
  });

  test.each([1000, 390])('keeps its height while one scrolls, at %i px', async (width) => {
    const page = await open('', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
    const text = await page.locator('main').innerText();
    const before = await height();

    for (const id of PARTS) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      await isAlive(page, id);
    }
    await page.getByText('Ready.', { exact: true }).waitFor();
    await page
      .locator('#seal-it .hex')
      .filter({ hasText: /^[0-9a-f]{64}$/ })
      .waitFor();

    expect(await height()).toBe(before);
    expect(text).not.toMatch(/with(out)? scripts|needs scripts/i);
  });

  test('shows what can be done instead where no script runs, and no dead buttons', async () => {
    watched = await openPage(browser, { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(`${api.url}${SANCTUARY}`);

    for (const id of PARTS) {
      expect(await page.locator(`#${id}`).innerText()).toContain('This part needs scripts');
      expect(await page.locator(`#${id} button:visible`).filter({ hasNotText: 'Copy' }).count()).toBe(0);
    }
  });

  test('runs the task as a stranger, and shows what it says, whatever that is', async () => {
    const page = await open('?task=fast-execution/field-extraction#run-it');
    const markup = '<img src=x onerror="document.title=\'run\'"> <b>bold</b> for Ana Novak on 2026-03-03';
    await page.getByLabel(/^Prompt for/).fill(markup);

    await page.getByRole('button', { name: 'Call the task' }).click();

    await expect.poll(() => page.locator('.figures').innerText()).toContain('simulated: true');
    await page.locator('.paper[data-state="done"]').waitFor();
    const figures = await page.locator('.figures').innerText();
    expect(figures).toMatch(/Attempts\s+1/);
    expect(figures).toMatch(/Cost\s+\$0/);
    expect(figures).toMatch(/Remaining today\s+\d+ runs/);
    expect(await page.locator('.said').innerText()).not.toBe('');
    await expect.poll(() => page.locator('.said *:not(.caret)').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
  });

  test('runs it as a stranger, too, for an operator who has signed in', async () => {
    const page = await open('?task=fast-execution/field-extraction#run-it');
    const { as } = await signedIn(api, { roles: ['ADMIN'] });
    const [name, value] = as.cookie.split(/=(.*)/s) as [string, string];
    await page.context().addCookies([{ name, value, url: api.url }]);
    const sent = page.waitForRequest((request) => request.url().endsWith('/v1/chat/completions'));

    await page.getByLabel(/^Prompt for/).fill('for Ana Novak');
    await page.getByRole('button', { name: 'Call the task' }).click();

    expect(await (await sent).headerValue('cookie')).toBeNull();
    await page.locator('.paper[data-state="done"]').waitFor();
    const [run] = await api.database.query('select requested_by from run order by id desc limit 1');
    expect(run!.requested_by).toBe('anonymous');
  });

  test.each(['light', 'dark'] as const)('tells chosen from not chosen in forced colours, %s', async (colorScheme) => {
    const page = await open('', { forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    const expectOnly = async (chosen: Locator, other: Locator) => {
      await expect.poll(() => marked(chosen)).toBeGreaterThan(60);
      expect(await marked(other, -3)).toBe(0);
    };

    const tasks = page.locator('.chip');
    await expectOnly(tasks.filter({ has: page.locator('input:checked') }), tasks.last());
    const [outages, sides] = [
      page.locator('.segments.is-apart .segment'),
      page.locator('.segments:not(.is-apart)').first(),
    ];
    await outages.first().click();
    await page.mouse.move(0, 0);
    await expectOnly(outages.first(), outages.last());
    await expectOnly(
      sides.locator('.segment').filter({ has: page.locator('input:checked') }),
      sides.locator('.segment:not(:has(input:checked))').last(),
    );
    await picture(page, `forced-sanctuary-${colorScheme}`);
    const tab = (selected: boolean) => page.locator(`[role="tab"][aria-selected="${selected}"]`);
    await expectOnly(tab(true).first(), tab(false).last());
  });

  test('turns from snippet to snippet by keyboard', async () => {
    const page = await open();
    await page.getByRole('tab', { name: 'GraphQL' }).focus();

    await page.keyboard.press('ArrowRight');
    expect(await page.locator('[data-snippet]').getAttribute('data-snippet')).toBe('curl');
    await page.keyboard.press('End');

    const code = await page.locator('[data-snippet]').innerText();
    expect(code).toContain(`baseURL: '${api.url}/v1'`);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('OpenAI SDK');
  });

  test('seals a text, and one changed bit is another text', async () => {
    const page = await open('#seal-it');
    await page.getByLabel('Text to seal', { exact: true }).fill('Ten thousand, and not a cent more.');
    await page.getByLabel('I have read').check();

    await page.getByRole('button', { name: 'Seal text' }).click();
    await page.locator('.stamp[data-verdict="same"]').waitFor();
    await page.getByRole('button', { name: 'Flip one bit' }).click();

    await page.locator('.stamp[data-verdict="other"]').waitFor();
    expect(await page.locator('.stamp .sentence').innerText()).toBe(
      'The seal is valid. These are not the sealed bytes.',
    );
    await page.getByRole('button', { name: 'Restore the copy' }).click();
    await page.locator('.stamp[data-verdict="same"]').waitFor();
    const link = await page.locator('.stamp a').getAttribute('href');
    expect((await api.fetch(link!, { headers: { accept: 'text/html' } })).status).toBe(200);
  });

  test('knows a sealed file by its digest alone, and sends nothing of it', async () => {
    const text = `a file of ${Date.now()} that stays where it is`;
    await api.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } });
    const page = await open('#seal-it');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));

    await page
      .locator('.drop input[type="file"]')
      .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });

    await page.locator('.drop a[href^="/v/seal_"]').waitFor();
    expect(sent.join()).not.toContain('stays where it is');
  });

  test('lets nobody approve what they asked for, in the words of the service', async () => {
    const page = await open('#publish-gate');
    await page.getByRole('button', { name: 'Approve as Ada' }).click();
    const log = page.locator('.log');
    await log.getByText('FORBIDDEN · OWN_REQUEST').waitFor();
    expect(await log.innerText()).toContain('Another approver can, at /admin/approvals.');

    await page.getByRole('button', { name: 'View message as Ben' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change the message' }).click();
    await page.getByRole('button', { name: 'Approve as Ben' }).click();
    await log.getByText('CONFLICT · OTHER_CONTENT').waitFor();
    expect(await page.locator('.held').getAttribute('data-state')).toBe('PENDING');

    await page.getByRole('button', { name: 'View message as Ben' }).click();
    await page.getByRole('button', { name: 'Approve as Ben' }).click();

    await page.locator('.held[data-state="APPROVED"]').waitFor();
    const { data } = await api.graphql('{ approvals { nodes { id } } }', { as: 'operator' });
    expect(data!.approvals.nodes).toEqual([]);
  });

  test('draws a picture and says of each word what became of it; picks one, with what went over the wire', async () => {
    const page = await open('#pictures');
    await page.getByLabel('Brief', { exact: true }).fill('A lake in winter, hopeful, without trees');

    // By keyboard: parts of the page that come above it meanwhile move what a mouse was aimed at.
    await page.getByRole('button', { name: 'Render picture' }).press('Enter');
    await drawn(page);

    const marked = (mark: string) => page.locator(`.brief mark[data-mark="${mark}"]`).allInnerTexts();
    expect((await marked('understood')).join()).toMatch(/lake.*winter/s);
    expect((await marked('ignored')).join()).toContain('hopeful');
    expect((await marked('left-out')).join()).toContain('trees');
    await page.getByLabel('Tags, comma separated').fill('lake');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.exchange').innerText()).toMatch(/GET .*tags=lake.*200.*Cache-Control: /s);
    await page.locator('.pick .picture img').waitFor();
  });

  test('goes on looking for a picture that takes longer than one is asked to wait', async () => {
    const page = await open('#pictures');
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation Draw')) return route.continue();
      const response = await route.fetch();
      const body = await response.json();
      Object.assign(body.data.requestRender.render, { status: 'RUNNING', completedAt: null, file: null });
      await route.fulfill({ response, json: body });
    });

    await page.getByRole('button', { name: 'Render picture' }).press('Enter');

    await drawn(page);
  });

  test('loads what is near, though the browser tells at once that it was not before', async () => {
    watched = await openPage(browser);
    const { page } = watched;
    await page.addInitScript(`window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback, options) {
        super((looks, observer) => callback([{ ...looks[0], isIntersecting: false }, ...looks], observer), options);
      }
    }`);
    await page.goto(`${api.url}${SANCTUARY}#pictures`);

    await isAlive(page, 'pictures');
  });

  test('finds a code by its words', async () => {
    const page = await open('#errors');

    await page.getByLabel('Search by code, status or word').fill('429 too');

    await expect.poll(() => page.locator('.codes tbody th').allInnerTexts()).toEqual(['RATE_LIMITED']);
  });

  test('looks at the health every ten seconds, and not while nobody looks at it', async () => {
    watched = await openPage(browser);
    const { page, requested } = watched;
    await page.clock.install();
    await page.goto(`${api.url}${SANCTUARY}`);
    const looks = () => requested.filter((url) => url.endsWith('/readyz')).length;
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Ready.', { exact: true }).waitFor();

    await page.clock.runFor(10_000);
    await expect.poll(looks).toBe(2);
    await hide(true);
    await page.clock.runFor(60_000);
    expect(looks()).toBe(2);
    await hide(false);

    await expect.poll(looks).toBe(3);
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('breaks no rule of axe in %s at %i px, with everything shown', async (colorScheme, width) => {
    const page = await open('?task=deep-reasoning/synthesis&down=anthropic&spent=22', {
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    });
    await page.getByRole('button', { name: 'Show table' }).click();
    for (const id of [...PARTS, 'health']) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      await isAlive(page, id);
    }
    for (const name of ['Call the task', 'Approve as Ada', 'Pick a picture'])
      await page.getByRole('button', { name, exact: true }).click();
    await page.locator('.log .refusal').waitFor();
    await page.locator('.paper .trouble').waitFor();
    await page.locator('.exchange').waitFor();

    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await picture(page, `sanctuary-${colorScheme}-${width}`);
    // A held task is not for strangers, and the browser says of each refusal that there was one.
    watched!.faults = watched!.faults.filter((fault) => !fault.includes('401'));
  });

  test('is there and answers on a slow machine', async () => {
    watched = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    const { page } = watched;
    const devTools = await slowDown(page, 4);
    await lookOut(page);
    await page.goto(`${api.url}${SANCTUARY}`);
    await page.getByRole('tab').first().waitFor();

    for (const task of ['synthesis', 'fast-scan', 'warm-tone']) await page.getByText(task, { exact: true }).click();
    await expect.poll(() => goesTo(page)).toContain('claude-sonnet-5-5');

    const seen = await seenOn(page);
    const workedSeconds = await metricOf(devTools, 'TaskDuration');
    console.log(
      `CPU slowed 4 times: largest contentful paint ${Math.round(seen.largest)} ms, ` +
        `slowest interaction ${seen.slowest} ms, ${workedSeconds.toFixed(2)} s of work`,
    );
    // How long it took says more of what else the machine did.
    expect(seen.largest).toBeGreaterThan(0);
    expect(workedSeconds).toBeLessThan(10);
  });
});
