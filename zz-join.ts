import sharp from 'sharp';
const [out, ...files] = process.argv.slice(2);
const imgs = await Promise.all(files.map(async f => ({ f, m: await sharp(f).metadata() })));
const W = Math.max(...imgs.map(i => i.m.width!)); let y = 0;
const comps = imgs.map(i => { const c = { input: i.f, left: 0, top: y }; y += i.m.height! + 8; return c; });
await sharp({ create: { width: W, height: y, channels: 3, background: '#888' } }).composite(comps).png().toFile(out!);
