import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from 'playwright-core';
import { PATIENCE_MS } from './patience.ts';

/** The shell is the same engine without what surrounds it in a window: it takes two fifths of the processor time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));

const FIREFOX = '/usr/bin/firefox-esr';

/** Whether tests in a browser are to be left out. On CI it has to be there. */
export const HAS_NO_BROWSER = CHROMIUM === undefined && !process.env.CI;

export type Engine = 'Chromium' | 'Firefox';

/** Engines for tests of what they do differently. On CI both have to be there. */
export const ENGINES: readonly Engine[] =
  existsSync(FIREFOX) || process.env.CI ? ['Chromium', 'Firefox'] : ['Chromium'];

/** Starts the Firefox of the system by WebDriver BiDi. Later versions of playwright-core send a command that it doesn't know. */
function launchFirefox(): Promise<Browser> {
  return firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX, timeout: 0 });
}

/**
 * @param names host names that lead to this machine. In Chromium all others have no address, which also catches what the list of
 * requests does not show, such as those of a worker.
 */
export function launchBrowser(names: readonly string[] = [], engine: Engine = 'Chromium'): Promise<Browser> {
  if (engine === 'Firefox') return launchFirefox();
  const own = names.map((name) => `MAP ${name} 127.0.0.1, `).join('');
  return chromium.launch({
    executablePath: CHROMIUM,
    timeout: 0,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=${own}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  });
}

/** A page with all that it asked for and all that went wrong in it. */
export interface WatchedPage {
  page: Page;
  requested: string[];
  faults: string[];
}

/** Each step in it has the limit of all waiting, which is below that of a long test, so that a failure names the step. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await newContext(browser, options);
  const requested: string[] = [];
  const faults: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  const page = await context.newPage();
  page.on('websocket', (socket) => requested.push(socket.url()));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, requested, faults };
}
