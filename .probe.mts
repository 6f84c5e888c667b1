import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const p = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
await p.goto('http://127.0.0.1:4304/graphql'); await p.waitForTimeout(1500);
console.log(await p.evaluate(`(() => { const out=[]; const walk=(e,d)=>{ if(d>7) return; const r=e.getBoundingClientRect(); if (/graphiql/.test(e.className)||d<6) out.push(' '.repeat(d)+e.tagName+'.'+e.className+' style='+(e.getAttribute('style')||'')+' '+[r.x,r.y,r.width,r.height].map(Math.round)); if(!/monaco/.test(e.className)) for(const c of e.children) walk(c,d+1)}; walk(document.querySelector('.graphiql-container'),0); return out.join('\\n') })()`));
await browser.close();
