import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoRenders } from '../../src/renders/demo.ts';
import { type Api, startApi } from '../support/api.ts';
import { axeViolations } from '../support/axe.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { marked } from '../support/forced-colours.ts';
import { signedIn } from '../support/people.ts';
import { picture } from '../support/picture.ts';
import { sealText } from '../support/seals.ts';
import { builtVerifier } from '../support/verifier.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
/** The rules for which the scheme makes a difference. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

describe.skipIf(HAS_NO_BROWSER)('every page of the server', () => {
  let api: Api;
  let browser: Browser;
  let stranger: WatchedPage;
  let operator: WatchedPage;
  /** Of what each service has at an address of its own. */
  const places: Record<string, string> = {};
  beforeAll(async () => {
    api = await startApi({ verifierFolder: await builtVerifier() });
    browser = await launchBrowser();
    // Without motion: a colour on its way from one scheme to the other is none.
    const options = { viewport: WIDE, reducedMotion: 'reduce' as const };
    stranger = await openPage(browser, options);
    operator = await openPage(browser, options);
    const { as } = await signedIn(api, { roles: ['ADMIN'] });
    const [name, value] = as.cookie.split(/=(.*)/s) as [string, string];
    await operator.page.context().addCookies([{ name, value, url: api.url }]);
    const sealed = await sealText(api, 'forty chairs');
    places.seal = new URL(sealed.seal.verificationUrl).pathname;
    const { render } = await api.render({ tags: ['spring mailing', 'lake'] });
    const { data } = await api.graphql(
      'mutation { issuePartnerLink(input: { partnerName: "Lakeside Agency" }) { ... on IssuedPartnerLink { secret } } }',
      { as: 'operator' },
    );
    places.gallery = `/api/media-desk/${data.issuePartnerLink.secret}/bank`;
    const { requestedBy, idempotencyKey } = demoRenders([9]);
    await api.database.query('update render set requested_by = $1, idempotency_key = $2 where id = $3', [
      requestedBy,
      idempotencyKey.$in[0],
      render.id,
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  test.each([
    ['the first page', 'stranger', '/'],
    ['the index of problems', 'stranger', '/problems'],
    ['the page of a problem', 'stranger', '/problems/no-match'],
    ['what is not there', 'stranger', '/no/such/path'],
    ['what is refused', 'stranger', '/api/admin/image-bank'],
    ['the parts', 'stranger', '/docs/look'],
    ['the documents', 'stranger', '/docs'],
    ['a document', 'stranger', '/docs/gateway'],
    ['a decision', 'stranger', '/docs/decisions/0002-run-stored-graphql-operations-behind-rest'],
    ['a seal', 'stranger', 'seal'],
    ['what a partner sees', 'stranger', 'gallery'],
    ['the verifier', 'stranger', '/verifier.html'],
    ['signing in', 'stranger', '/admin/sign-in'],
    ['a link that leads nowhere', 'stranger', '/admin/begin/nothing'],
    ['the account', 'operator', '/admin/account'],
    ['the password', 'operator', '/admin/account/password'],
    ['ways to sign in', 'operator', '/admin/account/second-factors'],
    ['signing out', 'operator', '/admin/sign-out'],
  ] as const)(
    '%s has no fault for axe in either scheme, wide or narrow, and asks nobody else',
    async (name, who, at) => {
      const { page, requested, faults } = who === 'operator' ? operator : stranger;
      requested.length = 0;
      faults.length = 0;

      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(api.url + (places[at] ?? at));

      expect(await axeViolations(page)).toEqual([]);
      const kept = `page-${name.replaceAll(' ', '-')}`;
      await picture(page, `${kept}-light-${WIDE.width}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeViolations(page, OF_COLOUR)).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
      await picture(page, `${kept}-dark-${NARROW.width}`);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await axeViolations(page, OF_COLOUR)).toEqual([]);
      expect(requested.filter((url) => !url.startsWith(api.url))).toEqual([]);
      expect(faults.filter((fault) => !fault.includes('Failed to load resource'))).toEqual([]);
    },
  );

  test.each(['light', 'dark'] as const)(
    'a chosen tag differs from others in forced colours, %s',
    async (colorScheme) => {
      const { page } = await openPage(browser, { viewport: WIDE, forcedColors: 'active', colorScheme });
      await page.goto(`${api.url}${places.gallery}?tags=spring+mailing`);

      expect(await marked(page.locator('.of .tag[aria-current]').first())).toBeGreaterThan(60);
      expect(await marked(page.locator('.of .tag:not([aria-current])').first())).toBe(0);
      await picture(page, `forced-gallery-${colorScheme}`);
      await page.goto(`${api.url}/docs/look`);
      await picture(page, `forced-look-${colorScheme}`);
      await page.context().close();
    },
  );

  test('the first thing that the keyboard comes to leads to the content', async () => {
    const { page } = stranger;
    await page.goto(`${api.url}/problems`);

    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');

    expect(await focused(page)).toBe(await page.locator('main a').first().innerText());
  });

  test('the first page shows a picture of the demo, at the size that it has', async () => {
    const { page } = stranger;
    await page.goto(api.url);

    const width = await page
      .locator('.opening img')
      .evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);

    expect(width).toBeGreaterThan(0);
    expect(await page.locator('.large q').innerText()).toBe('calm sea at dawn');
  });
});

const focused = (page: Page) => page.evaluate('document.activeElement.textContent');
