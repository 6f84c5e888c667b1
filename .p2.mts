import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const p = await (await browser.newContext({ storageState: '/tmp/doors-state.json', viewport:{width:1440,height:900} })).newPage();
await p.goto('http://127.0.0.1:4304/admin/audit/?outcome=DONE'); await p.locator('h1').waitFor(); console.log(p.url(), await p.locator('h1').innerText());
await p.goto('http://127.0.0.1:4304/admin/'); await p.locator('h1').waitFor(); console.log(p.url());
await browser.close();
