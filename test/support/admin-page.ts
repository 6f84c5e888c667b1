import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { build } from 'vite';
import { expect, inject } from 'vitest';
import type { OperatorRole } from '../../src/operators/operator.entity.ts';
import { PERSON_HEADER } from '../../src/platform/auth/person-header.ts';
import { type Api, type ApiOptions, startApi } from './api.ts';
import { type Engine, launchBrowser, newContext } from './browser.ts';
import { onceInRun } from './once-in-run.ts';
import { type SignedIn, signedIn } from './people.ts';

export { picture } from './picture.ts';

/** The folder with the back office as `npm run build` makes it, which is made once for all files of a run. */
export async function builtAdmin(): Promise<string> {
  const folder = join(inject('runFolder'), 'admin');
  await onceInRun('admin', async () => {
    // As `npm run build` has it: with what the tests run in, React would be built in that tells developers more.
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    try {
      await build({
        configFile: join(import.meta.dirname, '../../src/web/admin/vite.config.ts'),
        logLevel: 'error',
        build: { outDir: folder },
      });
    } finally {
      process.env.NODE_ENV = NODE_ENV;
    }
  });
  return folder;
}

export interface AddressOptions {
  /** Left out: an administrator, the same one for all of a file. */
  as?: SignedIn;
  scheme?: 'light' | 'dark';
  /** In px. Left out: 1,440. */
  width?: number;
  /** Time zone of the browser. Left out: that of the test. */
  zone?: string;
  /** Whether the system takes the page's colours away, as high contrast does. */
  hasForcedColours?: boolean;
}

/** A page of the back office, with what it asked for and what went wrong in it. */
export interface AdminPage {
  page: Page;
  requested: string[];
  faults: string[];
  close(): Promise<void>;
}

/** The back office of a service with its own database, in one browser: one for a file. */
export class AdminPages {
  readonly api: Api;
  readonly admin: SignedIn;
  readonly #browser: Browser;

  private constructor(api: Api, admin: SignedIn, browser: Browser) {
    this.api = api;
    this.admin = admin;
    this.#browser = browser;
  }

  /** @param names host names that lead to the service */
  static async open(
    options: ApiOptions = {},
    engine: Engine = 'Chromium',
    names: readonly string[] = [],
  ): Promise<AdminPages> {
    const [api, browser] = await Promise.all([
      builtAdmin().then((adminFolder) => startApi({ ...options, adminFolder })),
      launchBrowser(names, engine),
    ]);
    return new AdminPages(api, await signedIn(api, { roles: ['ADMIN'] }), browser);
  }

  /** Address at which the browser finds the service. */
  get url(): string {
    return this.api.services.platform.publicUrl;
  }

  /** Somebody else, by their roles. */
  person(roles: readonly OperatorRole[], name?: string): Promise<SignedIn> {
    return signedIn(this.api, { roles, name });
  }

  /** Opens an address as somebody who has signed in, and waits until its heading is there. */
  async at(path: string, options: AddressOptions = {}): Promise<AdminPage> {
    const opened = await this.blank(options);
    await opened.page.goto(this.url + path);
    await opened.page.locator('h1').first().waitFor();
    return opened;
  }

  /** A browser of somebody's own that has gone nowhere yet. `as: null`: nobody has signed in there. */
  async blank({
    as = this.admin,
    scheme = 'light',
    width = 1_440,
    zone,
    hasForcedColours = false,
  }: Omit<AddressOptions, 'as'> & { as?: SignedIn | null } = {}): Promise<AdminPage> {
    const context = await newContext(this.#browser, {
      viewport: { width, height: width < 600 ? 844 : 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      timezoneId: zone,
      forcedColors: hasForcedColours ? 'active' : 'none',
    });
    const requested: string[] = [];
    const faults: string[] = [];
    context.on('request', (request) => {
      requested.push(request.url());
      if (isUnnamed(request)) faults.push(`A request without its person: ${request.postData()}`);
    });
    if (as) await signIn(context, this.api, as);
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    return { page, requested, faults, close: () => context.close() };
  }

  /** That nothing of a page went elsewhere or wrong, and that axe finds nothing in what it shows now. */
  async expectSound({ page, requested, faults }: AdminPage): Promise<void> {
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    expect(requested.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${this.url}/`))).toEqual([]);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.api.stop();
  }
}

/**
 * True if a page asks something without naming the person that it shows. Only the question who that is has no name. Firefox gives
 * no bodies, so nothing is said of it there.
 */
function isUnnamed(request: Request): boolean {
  if (request.method() !== 'POST' || !/\/graphql(\/stream)?$/.test(new URL(request.url()).pathname)) return false;
  const body = request.postData();
  return !request.headers()[PERSON_HEADER] && body !== null && !body.includes('query CurrentViewer');
}

/** Gives a browser the cookie of somebody's session. */
export async function signIn(context: BrowserContext, api: Api, { as }: SignedIn): Promise<void> {
  const [name, ...value] = as.cookie.split('=');
  await context.addCookies([{ name: name!, value: value.join('='), url: api.services.platform.publicUrl }]);
}

/** What axe finds wrong: the rule, and where. */
export async function violations(page: Page): Promise<string[]> {
  // Put there by the debugger: the page's policy lets no script in that is not ours.
  await page.evaluate(`${axe.source}; 0`);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
