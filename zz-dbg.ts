import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
await page.goto('http://127.0.0.1:4715/for/developer-sanctuary');
await page.waitForTimeout(3000);
console.log(JSON.stringify(await page.evaluate(() => [...document.querySelectorAll('.wires path')].map(p => ({c: p.getAttribute('class'), d: p.getAttribute('d'), pl: p.getAttribute('pathLength'), s: getComputedStyle(p).stroke, da: getComputedStyle(p).strokeDasharray, w: getComputedStyle(p).strokeWidth, a: p.getAnimations().map(a=>[a.playState, String(a.currentTime)])}))), null, 1));
await page.screenshot({ path: '/tmp/dbg.png' });
await browser.close();
