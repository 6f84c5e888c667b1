import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCode, errorCodes } from '../../src/platform/errors/error-codes.ts';
import { escapeHtml } from '../../src/site/html-page.ts';
import { FONTS } from '../../src/site/look/fonts.ts';
import { ask, expectProblem } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { HAS_NO_BROWSER, launchBrowser, openPage } from '../support/browser.ts';
import { standInSanctuary } from '../support/sanctuary.ts';
import { builtVerifier } from '../support/verifier.ts';

let api: Api;
beforeAll(async () => {
  const verifierFolder = await builtVerifier();
  // Without GraphiQL, whatever was built on this machine.
  const absent = join(verifierFolder, 'absent');
  api = await startApi({
    works: false,
    verifierFolder,
    graphiqlFolder: absent,
    restDocsFolder: absent,
    sanctuaryFolder: standInSanctuary(),
  });
});
afterAll(() => api?.stop());

const linksOf = (html: string) => [...html.matchAll(/ href="(\/[^"]*)"/g)].map(([, path]) => path!);
const pathOf = (code: string) => `/problems/${code.toLowerCase().replaceAll('_', '-')}`;

describe('the home page', () => {
  test('names what there is, and each of its links leads somewhere', async () => {
    const { status, headers, text } = await ask(api, { path: '/' });

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('<title>Image bank, model gateway and seals · Imprimatur</title>');
    const links = linksOf(text);
    expect(links).toEqual([
      // The name of the service, then the doors, then the rest.
      '/',
      '/for/developer-sanctuary',
      '/graphql',
      '/docs/rest',
      '/docs',
      '/admin',
      '/openapi.json',
      '/schema.graphql',
      '/admin/sign-in',
      '/admin/account',
      '/verifier.html',
      '/log',
      '/problems',
      '/docs/look',
      '/api/health/architecture',
      // At the foot of every page.
      '/for/developer-sanctuary',
      '/graphql',
      '/docs/rest',
      '/docs',
      '/admin',
    ]);
    for (const path of links) {
      const answer = await ask(api, { path, headers: { accept: 'text/html, */*;q=0.8' } });
      // Not built here, GraphiQL says what to run; who has not signed in is led to where they can.
      const status = { '/graphql': 503, '/docs/rest': 503, '/admin': 303, '/admin/account': 303 }[path] ?? 200;
      expect(answer.status, path).toBe(status);
    }
  });

  test('is only looked at', async () => {
    const answer = await ask(api, { method: 'POST', path: '/' });

    expectProblem(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

describe('the page of a problem', () => {
  test('is where the type of a refusal leads, and says what REST and GraphQL call it', async () => {
    const refused = await ask(api, { path: '/api/integrations/cinema/render/nothing' });
    expectProblem(refused, { status: 401, code: 'UNAUTHENTICATED' });

    const { status, headers, text } = await ask(api, { path: new URL(refused.json.type).pathname });

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain(`<h1>${refused.json.title}</h1>`);
    expect(text).toContain('<dt>HTTP status</dt><dd>401</dd>');
    expect(text).toContain('<p class="id">UNAUTHENTICATED</p>');
    expect(text).toContain('No. Change the request first');
  });

  test.each(errorCodes())('is there for %s', async (code) => {
    const { title } = describeCode(code);
    const { status, text } = await ask(api, { path: pathOf(code) });

    expect(status).toBe(200);
    expect(text).toContain(`<title>${escapeHtml(title)} · Imprimatur</title>`);
    expect(text).toContain(`<p class="id">${code}</p>`);
  });

  test.each(['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'LOG_FROZEN'])('of %s says to try again', async (code) => {
    expect((await ask(api, { path: pathOf(code) })).text).toContain('Yes, after the time in <code>Retry-After</code>');
  });

  test.each(['nope', 'constructor', '__proto__', '%3Cscript%3Ealert(1)%3C%2Fscript%3E'])(
    'is not there for %s',
    async (code) => {
      expectProblem(await ask(api, { path: `/problems/${code}` }), { status: 404, code: 'NOT_FOUND' });
    },
  );
});

test.skipIf(HAS_NO_BROWSER)(
  'in a browser both are shown, on a phone as well, and load only the fonts of the service',
  async () => {
    const browser = await launchBrowser();
    try {
      for (const path of ['/', pathOf('IDEMPOTENCY_KEY_REUSED')]) {
        const { page, requested, faults } = await openPage(browser, { viewport: { width: 360, height: 640 } });
        await page.goto(api.url + path);

        const { width, family, loaded } = (await page.evaluate(`document.fonts.ready.then((fonts) => ({
        width: document.documentElement.scrollWidth,
        family: getComputedStyle(document.body).fontFamily,
        loaded: [...fonts].filter(({ status }) => status === 'loaded').map(({ family, style }) => family + ' ' + style),
      }))`)) as { width: number; family: string; loaded: string[] };
        expect(width).toBeLessThanOrEqual(360);
        // The style was let in by its hash.
        expect(family).toContain('Georgia');
        expect(loaded.join()).toMatch(/Source Serif 4"? normal/);
        const fonts = new Set(FONTS.map(({ file }) => `${api.url}/fonts/${file}`));
        expect(requested.filter((url) => !fonts.has(url))).toEqual([api.url + path]);
        expect(faults).toEqual([]);
      }
    } finally {
      await browser.close();
    }
  },
);
