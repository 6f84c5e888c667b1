import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HAS_NO_BROWSER, openPage } from '../support/browser.ts';
import { changedStatement } from '../support/changed-statement.ts';
import { fileOf, give, sentenceOf } from '../support/verifier.ts';
import { CLAIMED_EARLY, SAME, TEXT, UNCHECKED, verifierPage } from './verifier-page.ts';

const { browser, house, seal, addresses, open, giveSeal, giveSealed } = await verifierPage();

describe.skipIf(HAS_NO_BROWSER)('in a browser', () => {
  test('names of a seal stand there as text, with what hides in them by its number', async () => {
    const producer = { kind: 'ai-agent', agentId: '<img src=x onerror=alert(1)>\u202etxt.exe\u200b' };
    const sealed = await house.seal({ text: TEXT, predicate: { ...CLAIMED_EARLY, producer } });
    const { page } = await open();

    await giveSealed(page, sealed.bundle, house.trust());
    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    const reasons = await page.locator('.reasons').innerText();
    expect(reasons).toContain('agent <img src=x onerror=alert(1)>U+202Etxt.exeU+200B');
    expect(reasons).toContain('AI-generated: the seal states that artificial intelligence created this content.');
    await expect.poll(() => page.locator('img').count()).toBe(0);
  });

  test('members of a statement that this verifier does not know are named, as text', async () => {
    const sealed = await house.seal({ text: TEXT, predicate: CLAIMED_EARLY });
    const payload = changedStatement(sealed.bundle.envelope.payload, ({ predicate }) => {
      predicate['reviewedBy\u202e<img src=x>'] = 'Ada';
    });
    const { page } = await open();

    await giveSealed(page, await house.signed(payload), house.trust());
    await give(page, 'artifact', fileOf('offer.txt', TEXT));

    expect(await sentenceOf(page)).toBe(UNCHECKED);
    expect(await page.locator('.result').innerText()).toContain(
      'This verifier doesn’t know these members of the statement: "predicate.reviewedByU+202E<img src=x>". They don’t change the result.',
    );
    await expect.poll(() => page.locator('img').count()).toBe(0);
  });

  test('what a copy hides is listed', async () => {
    const text = `pay 1\u200b0 \u202eRUE\n`;
    const sealed = await house.seal({ text, predicate: CLAIMED_EARLY });
    const { page } = await open();

    await giveSealed(page, sealed.bundle, house.trust());
    await give(page, 'artifact', fileOf('offer.txt', text));

    expect(await sentenceOf(page)).toBe(UNCHECKED);
    expect(await page.locator('.reasons').innerText()).toMatch(
      /Hidden characters[\s\S]*U\+200B has no width, at character 6\s+U\+202E changes the reading direction, at character 9/,
    );
  });

  test('what a copy hides is listed once for each character, up to a number, and an emoji is nothing hidden', async () => {
    const text = `in\u00advoice 👨‍👩‍👧 ❤️ ${'\u3164'.repeat(30)}`;
    const sealed = await house.seal({ text, predicate: CLAIMED_EARLY });
    const { page } = await open();

    await giveSealed(page, sealed.bundle, house.trust());
    await give(page, 'artifact', fileOf('offer.txt', text));

    const reasons = page.locator('.reasons');
    expect(await reasons.locator('ul').first().locator('li').allInnerTexts()).toEqual([
      'U+00AD has no width, at character 3',
      expect.stringMatching(/^U\+3164 is a letter that looks like a space or is invisible, at character 22, 23, /),
    ]);
    expect(await reasons.innerText()).toContain('Only the first 20 are listed; there are more.');
  });

  test('could not send anything if it wanted to', async () => {
    const asked: string[] = [];
    const server = createServer((req, res) => {
      asked.push(req.url!);
      res.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { page } = await openPage(browser);
    await page.goto(addresses['from disk']());

    const sent = await page.evaluate(`(async () => {
      const at = 'http://127.0.0.1:${(server.address() as AddressInfo).port}';
      const image = new Promise((resolve) => {
        const picture = new Image();
        picture.onload = () => resolve('loaded');
        picture.onerror = () => resolve('refused');
        picture.src = at + '/picture.png';
      });
      const fetched = fetch(at + '/fetched', { mode: 'no-cors' }).then(() => 'loaded', () => 'refused');
      navigator.sendBeacon(at + '/beacon', 'text');
      document.body.append(Object.assign(document.createElement('iframe'), { src: at + '/frame' }));
      return [await image, await fetched];
    })()`);
    await page.context().close();

    expect(sent).toEqual(['refused', 'refused']);
    expect(asked).toEqual([]);
  });

  test('works with the keyboard alone, and the result is read out', async () => {
    const { page } = await open();
    await giveSeal(page);
    const focused = () =>
      page.evaluate(`document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText`);

    await page.evaluate('document.activeElement.blur()');
    for (const name of ['Skip to content', 'The file', 'Or its text']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    }
    await page.keyboard.insertText(TEXT);
    await page.locator('details').evaluate('(details) => { details.open = false; }');
    for (const name of ['The seal', 'The trust file', 'Salt, status list, a checkpoint', 'Check seal']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press('Enter');
    await page.locator('.result[data-tone="same"]').waitFor();

    expect(await page.getByRole('status').innerText()).toContain(SAME);
  });

  test.each([320, 390, 500])(
    'fits a width of %i pixels, as a phone has it, or a page at twice its size',
    async (width) => {
      const { page } = await open(undefined, { viewport: { width, height: 800 } });

      await give(page, 'bundle', fileOf('seal.sigstore.json', seal.bundle));
      await give(page, 'trust', fileOf('trust.json', seal.trust));
      await give(page, 'artifact', fileOf('offer.txt', TEXT));

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.getByText('Salt, status list, a checkpoint').click();
      await give(page, 'checkpoint', fileOf('kept.sigstore.json', seal.bundle));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    },
  );
});
