import { mkdirSync, existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
const base = 'http://127.0.0.1:4304';
const out = '/tmp/doors-shots'; mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const state = '/tmp/doors-state.json';
if (!existsSync(state)) {
  const link = process.env.LINK!;
  const c = await browser.newContext(); const p = await c.newPage();
  await p.goto(link);
  await p.fill('[name=name]', 'Ada Byron');
  if (await p.locator('[name=email]').isEditable()) await p.fill('[name=email]', 'ada@example.org');
  await p.fill('[name=password]', 'difference engine no. 2');
  await p.click('main button');
  await p.waitForLoadState();
  console.log(p.url());
  await c.storageState({ path: state });
  await c.close();
}
for (const spec of process.argv.slice(2)) {
  const [name, path, ...opts] = spec.split('=');
  for (const [w, scheme] of [[1440, 'light'], [1440, 'dark'], [390, 'light']] as const) {
    const c = await browser.newContext({ viewport: { width: w, height: w < 600 ? 844 : 900 }, colorScheme: scheme, storageState: state });
    const p = await c.newPage();
    p.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
    p.on('pageerror', (e) => console.log(name, e.message));
    await p.goto(base + path);
    await p.waitForTimeout(1500);
    const width = await p.evaluate('document.documentElement.scrollWidth');
    if (width > w) console.log(name, w, 'scrolls to', width);
    await p.screenshot({ path: `${out}/${name}-${w}-${scheme}.png`, fullPage: !opts.includes('view') });
    await c.close();
  }
}
await browser.close();
