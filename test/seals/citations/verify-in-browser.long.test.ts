import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage } from '../../support/browser.ts';
import { download } from '../../support/seals.ts';
import { builtVerifier, drop, fileOf, give, greenParts, sentenceOf } from '../../support/verifier.ts';
import { ask, type CaseWithLease, caseWithLease, LEASE, sealVersion } from './support.ts';

const SAME = 'These are exactly the sealed bytes, and the seal is valid.';

describe.skipIf(HAS_NO_BROWSER)('the page of a citations seal, in a browser', () => {
  let api: Api;
  let browser: Browser;
  let lease: CaseWithLease;
  let answered: Json;
  beforeAll(async () => {
    api = await startApi({ env: { LOG_LEVEL: 'error' }, verifierFolder: await builtVerifier() });
    browser = await launchBrowser();
    lease = await caseWithLease(api);
    answered = await ask(api, lease, { seal: true });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  /** Opens a page. At the end of the test, it must have requested only itself, without errors. */
  async function open(url: string): Promise<Page> {
    const { page, requested, faults } = await openPage(browser, {});
    onTestFinished(async () => {
      await page.context().close();
      expect(requested).toEqual([url]);
      expect(faults).toEqual([]);
    });
    await page.goto(url);
    return page;
  }

  const openSeal = (seal: Json) => open(`${api.url}/v/${seal.id}`);
  const answerOf = (page: Page) => page.locator('.result .answer').innerText();
  const resultOf = (page: Page) => page.locator('.result').innerText();
  const quotationsOf = (page: Page) => page.locator('li[data-quotation]').allInnerTexts();
  const citations = () => fileOf('citations.json', answered.citationsSeal.citationFile);
  const answer = () => fileOf('answer.txt', answered.answer.text);
  const text = () => fileOf('lease.txt', LEASE);

  test('the citation file alone isn’t green, and the page says what is missing', async () => {
    const page = await openSeal(answered.citationsSeal);

    await give(page, 'artifact', citations());

    expect(await sentenceOf(page)).toBe(SAME);
    expect(await answerOf(page)).toBe('Seal verified, quotations not checked');
    expect(await resultOf(page)).toContain(
      'The extracted text of a cited document is missing. The answer is missing. Choose them together with the citation file.',
    );
    expect(await greenParts(page)).toEqual([]);
  });

  test('with the answer and the text, each quotation is checked and shown', async () => {
    const page = await openSeal(answered.citationsSeal);

    await drop(page, 'h1', text(), answer(), citations());

    expect(await answerOf(page)).toBe('Verified');
    expect(await sentenceOf(page)).toBe(SAME);
    expect(await resultOf(page)).toMatch(/quotations? that the file calls verified (is|are) in the documents/);
    const listed = await quotationsOf(page);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.join()).toContain('The deposit of 4,200 euros is returned within six weeks');
    expect(await page.locator('.reasons').innerText()).toContain('lease.txt is the extracted text of version 1.');
    expect(await greenParts(page)).not.toEqual([]);
  });

  test('the answer can be pasted after the files were chosen', async () => {
    const page = await openSeal(answered.citationsSeal);

    await give(page, 'artifact', text(), citations());
    expect(await resultOf(page)).toContain('The answer is missing.');
    await page.fill('#text', answered.answer.text);
    await page.getByRole('button', { name: 'Check seal', exact: true }).click();

    await expect.poll(() => answerOf(page)).toBe('Verified');
  });

  test('a changed answer or document is not taken for the sealed one', async () => {
    const page = await openSeal(answered.citationsSeal);
    const changed = fileOf('changed.txt', LEASE.replace('4,200', '4,300'));

    await drop(page, 'h1', changed, answer(), citations());

    expect(await sentenceOf(page)).toBe('1 of 2 files is verified. Not verified: changed.txt.');
    expect(await greenParts(page)).toEqual([]);
  });

  test('a changed citation file is refused, although its own quotations would be right', async () => {
    const file = JSON.parse(answered.citationsSeal.citationFile);
    file.runId = 'run_of_another_answer';
    const page = await openSeal(answered.citationsSeal);

    await drop(page, 'h1', text(), answer(), fileOf('citations.json', JSON.stringify(file)));

    expect(await sentenceOf(page)).toMatch(/not the sealed bytes/);
    expect(await greenParts(page)).toEqual([]);
  });

  test('the seals of the answer and of its citations are checked together from the saved verifier', async () => {
    const page = await open(`${api.url}/verifier.html`);
    const bundles = [answered.seal, answered.citationsSeal].map(async ({ id }: Json) =>
      fileOf(`${id}.sigstore.json`, await download(api, `/v/${id}/seal.sigstore.json`)),
    );
    const statuses = [answered.seal, answered.citationsSeal].map(async ({ id }: Json) =>
      fileOf(`${id}.statuses.json`, await download(api, `/v/${id}/statuses.json`)),
    );
    const trust = fileOf('trust.json', await download(api, '/.well-known/imprimatur/trust.json'));

    await drop(page, 'h1', ...(await Promise.all([...bundles, ...statuses])), trust, text(), answer(), citations());

    expect(await sentenceOf(page)).toBe('All 2 files have exactly the sealed bytes, and their seals are valid.');
    expect(await answerOf(page)).toBe('Verified');
    expect((await quotationsOf(page)).join()).toContain('The deposit of 4,200 euros');
  });

  test('a document is compared with the seal of its version', async () => {
    const { seal } = await sealVersion(api, lease.version.id, lease.as);
    const page = await openSeal(seal);
    const file = fileOf('citations.json', seal.citationFile);

    await give(page, 'artifact', file);
    expect(await answerOf(page)).toBe('Seal verified, document not compared');
    await drop(page, 'h1', file, text());

    expect(await answerOf(page)).toBe('Verified');
    expect(await resultOf(page)).toContain('lease.txt is the sealed version.');
  });
});
