import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] });
const which = process.argv[2] ?? 'all';
const query = process.argv[3] ?? '';
for (const [name, width, scheme] of [['l', 1440, 'light'], ['d', 1440, 'dark'], ['ml', 390, 'light'], ['md', 390, 'dark']] as const) {
  if (which !== 'all' && !which.split(',').includes(name)) continue;
  const ctx = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 1000 }, colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await ctx.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  await page.goto(`http://127.0.0.1:4715/for/developer-sanctuary${query}`);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/s-${name}-0.png` });
  // load all
  for (let y = 0; y < 12000; y += 600) { await page.evaluate((y) => scrollTo(0, y), y); await page.waitForTimeout(60); }
  if (process.argv[4] === 'act') {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByLabel('I have read').check();
    await page.getByRole('button', { name: 'Seal it' }).click();
    await page.getByRole('button', { name: 'Approve as Ada' }).click();
    await page.getByRole('button', { name: 'Look as Ben' }).click();
    await page.getByRole('button', { name: 'Change the message' }).click();
    await page.getByRole('button', { name: 'Approve as Ben' }).click();
    await page.getByRole('button', { name: 'Approve as The agent' }).click();
    await page.getByRole('button', { name: 'Draw it' }).click();
    await page.getByRole('button', { name: 'Pick one' }).click();
    await page.waitForTimeout(9000);
    await page.getByRole('button', { name: 'Flip one bit' }).click();
    await page.waitForTimeout(1500);
  }
  console.log(name, await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]));
  for (const id of ['run-it','seal-it','publish-gate','pictures','health','errors','links']) {
    await page.locator(`#${id}`).screenshot({ path: `/tmp/s-${name}-${id}.png` });
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('#frontier-ai-gateway').screenshot({ path: `/tmp/s-${name}-hero.png` });
  await ctx.close();
}
await browser.close();
