import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The shell is the same engine without what surrounds it in a window: it takes two fifths of the processor time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));

/** Whether tests in a browser are to be left out. On CI it has to be there. */
export const HAS_NO_BROWSER = CHROMIUM === undefined && !process.env.CI;

/**
 * @param names host names that lead to this machine. All others have no address, which also catches what the list of
 * requests does not show, such as those of a worker.
 */
export function launchBrowser(names: readonly string[] = []): Promise<Browser> {
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

/** Nothing in it has a time limit of its own: what a page takes long for is a matter of the test, which has one. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(0);
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
