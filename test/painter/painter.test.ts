import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { describePicture, paintScene, planScene } from '../../src/painter/index.ts';
import { DEMO_BRIEFS } from '../../src/renders/demo-briefs.ts';
import { EmbeddedRenderer, type EmbeddedRendererOptions } from '../../src/renders/renderer.ts';
import { RendererClosed, RendererCrashed, RenderTimeout } from '../../src/renders/renderer-errors.ts';
import { startThreadTime } from '../support/processor-time.ts';

const SMALL = { width: 320, height: 256, seed: 7 };

function planOf(prompt: string, size = SMALL) {
  return planScene({ prompt, ...size });
}

function pixelHash(prompt: string, seed: number | string = 7): string {
  return createHash('sha256')
    .update(paintScene(planScene({ prompt, ...SMALL, seed })).data)
    .digest('hex');
}

/** A renderer that is closed when its test ends. */
function startRenderer(options?: EmbeddedRendererOptions): EmbeddedRenderer {
  const renderer = new EmbeddedRenderer(options);
  onTestFinished(() => renderer.close());
  return renderer;
}

/** What is said of a brief whose picture shows all that the plan wants to be seen. */
function readingOf(prompt: string, size: Partial<typeof SMALL> = {}) {
  const plan = planOf(prompt, { ...SMALL, ...size });
  const { understood, ...settled } = describePicture(plan, plan.elements);
  const values = (parts: readonly { value: string; isFromBrief: boolean }[]) =>
    parts.filter((part) => part.isFromBrief).map(({ value }) => value);
  const of = (part: { value: string; isFromBrief: boolean } | null) => (part?.isFromBrief ? part.value : undefined);
  return {
    ...settled,
    understood,
    asked: {
      scene: of(understood.scene),
      light: of(understood.light),
      weather: of(understood.weather),
      season: of(understood.season),
      style: values(understood.style),
      composition: values(understood.composition),
      palette: understood.palette.map(({ name }) => name),
      exclusions: understood.exclusions.flatMap(({ words }) => words),
    },
  };
}

describe('reading a brief', () => {
  const NOTHING = { style: [], composition: [], palette: [], exclusions: [] };

  test.each([
    [
      'Misty mountains at dawn, no clouds',
      { scene: 'mountain', light: 'dawn', weather: 'fog', composition: ['mountains'], exclusions: ['clouds'] },
      [],
    ],
    ['a cat on a red sofa', {}, ['cat', 'red', 'sofa']],
    [
      'Lac de montagne en automne à l’heure dorée, sans personnages ni oiseaux',
      {
        scene: 'lake',
        season: 'autumn',
        light: 'golden-hour',
        composition: ['water'],
        exclusions: ['personnages', 'oiseaux'],
      },
      [],
    ],
    ['Ville la nuit sous la pluie avec un vélo', { scene: 'city', light: 'night', weather: 'rain' }, ['vélo']],
    ['Gratte-ciels au crépuscule, pas de nuages', { scene: 'city', light: 'dusk', exclusions: ['nuages'] }, []],
    ['abstract waves in teal and #ff8844', { scene: 'abstract', palette: ['teal', 'orange'] }, ['waves']],
    ['northern lights over a lake, calm', { scene: 'aurora', style: ['calm'], composition: ['water', 'aurora'] }, []],
    [
      'a meadow without flowers or trees in spring',
      { scene: 'meadow', season: 'spring', exclusions: ['flowers', 'trees'] },
      [],
    ],
    ['sunrise at noon over the sea', { scene: 'sea', light: 'dawn', composition: ['water'] }, ['noon']],
    [
      'Plage au coucher de soleil, mer turquoise',
      { scene: 'sea', light: 'sunset', composition: ['water'], palette: ['turquoise'] },
      [],
    ],
    ['city à côté d’un lac', { scene: 'city', composition: ['water'] }, []],
    ['', {}, []],
  ])('%s', (prompt, asked, ignored) => {
    const reading = readingOf(prompt);

    expect(reading.asked).toEqual({ ...NOTHING, ...asked });
    expect(reading.ignoredTerms).toEqual(ignored);
  });

  test('each part names the words that it came from, as they were written', () => {
    const { understood } = readingOf('Snow-capped Alps at the Golden Hour, ciel  rose et orange, sans Brouillard');

    expect(understood).toMatchObject({
      scene: { value: 'mountain', isFromBrief: true, words: ['Alps'] },
      light: { value: 'golden-hour', isFromBrief: true, words: ['Golden Hour'] },
      palette: [
        { name: 'pink', words: ['rose'] },
        { name: 'orange', words: ['orange'] },
      ],
      composition: [
        { value: 'mountains', words: ['Alps'] },
        { value: 'snow-cover', words: ['Snow-capped'] },
      ],
      exclusions: [{ means: 'fog', words: ['Brouillard'] }],
    });
  });

  test('an element the chosen scene has no way to show is ignored, not claimed', () => {
    const { asked, ignoredTerms } = readingOf('city at night with flowers');

    expect(asked.composition).toEqual([]);
    expect(ignoredTerms).toEqual(['flowers']);
  });

  test('what was planned and cannot be seen is ignored, not claimed', () => {
    const { understood, ignoredTerms, tags, alt } = describePicture(planOf('mountains at dawn with a red sun'), [
      'mountains',
    ]);

    expect(understood.composition.map(({ value }) => value)).toEqual(['mountains']);
    expect(understood.palette).toEqual([]);
    expect(ignoredTerms).toEqual(['red', 'sun']);
    expect([...tags, alt].join(' ')).not.toMatch(/sun|red/);
  });

  test('a season that a scene does not show is not claimed', () => {
    expect(readingOf('sea in autumn')).toMatchObject({ understood: { season: null }, ignoredTerms: ['autumn'] });
  });

  test('an excluded scene is never chosen', () => {
    const scenes = Array.from(
      { length: 60 },
      (_, seed) => planOf('something quiet without the sea', { ...SMALL, seed }).scene,
    );

    expect(scenes).not.toContain('sea');
    expect(scenes).not.toContain('lake');
  });

  test('a brief nobody understands gets a scene from the seed, and does not claim to have understood one', () => {
    const briefs = Array.from({ length: 12 }, (_, seed) => readingOf('quarterly invoice', { seed }));

    expect(briefs.every(({ understood }) => !understood.scene.isFromBrief)).toBe(true);
    expect(new Set(briefs.map(({ understood }) => understood.scene.value)).size).toBeGreaterThan(2);
    expect(briefs[0]?.ignoredTerms).toEqual(['quarterly', 'invoice']);
    expect(planOf('quarterly invoice').scene).toBe(planOf('quarterly invoice').scene);
  });

  test('a mood alone chooses a scene that suits it', () => {
    const scenes = Array.from({ length: 12 }, (_, seed) => planOf('mysterious', { ...SMALL, seed }).scene);

    expect(scenes.every((scene) => ['forest', 'aurora', 'cosmos'].includes(scene))).toBe(true);
  });

  test.each([
    ['Forêt à l’été, crête enneigée', "Foret a l'ete, crete enneigee"],
    ['fore\u0302t a\u0300 l’e\u0301te\u0301, cre\u0302te enneige\u0301e', "foret a l'ete, crete enneigee"],
    ['dunes au crépuscule, début d´automne', "dunes au crepuscule, debut d'automne"],
    ['prés fleuris', 'pres fleuris'],
    ['aurore boréale à Noël', 'aurore boreale a Noel'],
    ['NÉBULEUSE', 'nebuleuse'],
    ['Zürich skylïne', 'Zurich skyline'],
  ])('accents and apostrophes never decide whether a word is known: %s', (accented, plain) => {
    const withoutWords = (prompt: string) =>
      JSON.stringify(readingOf(prompt).understood, (key, value) => (key === 'words' ? value.length : value));

    expect(withoutWords(accented)).toBe(withoutWords(plain));
    expect(readingOf(accented).ignoredTerms.length).toBe(readingOf(plain).ignoredTerms.length);
    expect(planOf(accented).digest).toBe(planOf(plain).digest);
  });

  test.each([
    ['🐈 on the sea', ['🐈']],
    ['👩‍🚀 in deep space', ['👩‍🚀']],
    ['🇫🇷 sea', ['🇫🇷']],
    ['海の夕日', ['海の夕日']],
    ['Закат над морем', ['Закат', 'над', 'морем']],
    ['बर्फ़ीले पहाड़', ['बर्फ़ीले', 'पहाड़']],
    ['می‌خواهم', ['می‌خواهم']],
    ['★ sea', ['★']],
  ])('what stands in another script, or in none, is ignored as it was written: %s', (prompt, ignored) => {
    expect(readingOf(prompt).ignoredTerms).toEqual(ignored);
  });

  test.each([
    ['A cat sleeping on a windowsill', 'cat sleeping'],
    ['cat on a mountain', 'cat'],
    ['Quarterly invoice', 'Quarterly invoice'],
    ['mountain bike in the snow', 'mountain bike'],
    ['海の夕日', '海の夕日'],
    ['🐈', '🐈'],
    ['a picture', ''],
    ['', ''],
    ['Snowy village under the stars', 'village'],
    ['Village enneigé', 'Village'],
    ['Snowy mountains with a cat', null],
    ['Ancient mountains at dawn', null],
    ['Sunset over the sea with a lighthouse', null],
    ['Lake Como at dusk', null],
    ['mountains glowing at dusk', null],
    ['calm, in teal and orange', null],
    ['thunderstorm', null],
  ])('the subject of %j that cannot be drawn: %j', (prompt, uncovered) => {
    const { note } = readingOf(prompt);

    expect(planOf(prompt).uncovered).toBe(uncovered);
    if (uncovered === null) expect(note).toBeNull();
    else expect(note).toMatch(uncovered === '' ? /names nothing/ : `cannot draw “${uncovered}”`);
  });

  test.each([
    ['#ff0000', 'red'],
    ['#ff7f00', 'orange'],
    ['#000080', 'navy'],
    ['#ffffff', 'white'],
    ['#000', 'black'],
    ['#808080', 'grey'],
    ['#00ff00', 'lime'],
    ['#ffc0cb', 'light pink'],
    ['#8b4513', 'brown'],
  ])('%s is called %s', (hex, name) => {
    const { understood, tags } = readingOf(`abstract in ${hex}`);

    expect(understood.palette).toEqual([{ name, hex: hex === '#000' ? '#000000' : hex, words: [hex] }]);
    expect(tags).toContain(name);
    expect(tags.join(' ')).not.toContain('#');
  });

  test.each([0, 255, 2049, 512.5, Number.NaN])('a side of %s pixels is refused', (width) => {
    expect(() => planOf('sea', { ...SMALL, width })).toThrow(RangeError);
  });

  test.each([
    ['negations', 'no tall red trees or '],
    ['colours', 'red and green '],
    ['unknown words', 'lorem ipsum '],
    ['colours of unknown things', 'red lorem ipsum dolor '],
    ['apostrophes', "l'd'l'"],
    ['hyphens', 'a-b-c-'],
    ['emoji', '👩‍🚀'],
  ])('a very long prompt of %s is read in no time', (_, words) => {
    const workedMs = startThreadTime();
    planOf(words.repeat(Math.ceil(100_000 / words.length)));

    expect(workedMs()).toBeLessThan(2_000);
  });
});

describe('painting', () => {
  // Pixels of version procedural/2. When one of these changes on purpose, so must the engine's version.
  test.each([
    ['snowy mountains at dawn in the fog', '584fd23b971ee4e9e10c9b14a0ec6f43cffb513e352465eb9d5f4e75f1828c6d'],
    ['mountain lake at golden hour', '26cb5703e063feb5d324aed23174b9257701c04564bfee19aec18d5a175d70f1'],
    ['sea at sunset', '6cfc317606b684fdfb3ec78ca2fbac0b68d1109a2ba6315159148432a7cdb7cb'],
    ['city skyline at dusk', 'fd5d00362b9c76f14fdb1bb7240e721445314cc969be691c2195b7bc0168470e'],
    ['aurora over mountains', 'ab10cabee7aaadc564e2f95aa30b5aee2731913b6af76c35bdedf44a583201c2'],
    ['autumn forest in the morning mist', 'ec42a47f6e1b41c541c469503410ce44dafa17e4d7854d6f824495c79f882e09'],
    ['meadow with flowers in spring', '59afcf903df977d8a155de78b9bbba90827075698466254c4c0d25ab2cc22031'],
    ['desert dunes at golden hour', 'ed64a18cd212338a956624ef772fc58765a9c78edc82594948d9f6f9978390ed'],
    ['nebula', '01122d3fef79cf4ef94899202f8f2a0e6092e756dcb35be83b7baa24b866e769'],
    ['abstract teal and orange', 'c1511931e1f0879e27828ab0a8c947e8a0488bff2ba1dbef536f347d74c0f5fc'],
  ])('%s keeps its pixels', (prompt, expected) => {
    expect(pixelHash(prompt)).toBe(expected);
  });

  test('case, accents and spacing of the prompt do not matter, nor does the type of the seed', () => {
    expect(pixelHash('  Forêt   BRUMEUSE ', '7')).toBe(pixelHash('foret brumeuse', 7));
  });

  test('the sun is brighter than anything else in the sky', () => {
    const plan = planOf('sea at sunset');
    const { data, width, height } = paintScene(plan);
    const bands = Array.from({ length: height }, (_, y) =>
      Math.max(...data.subarray(y * width * 3, (y + 1) * width * 3)),
    );
    let brightest = 0;
    let pixels = 0;
    for (let i = 0; i < data.length; i += 3) {
      const light = data[i]! + data[i + 1]! + data[i + 2]!;
      if (light > 735) pixels++;
      brightest = Math.max(brightest, light);
    }

    expect(Math.max(...bands)).toBeGreaterThan(250);
    expect(brightest).toBeGreaterThan(740);
    // A disc, not a burnt-out sky.
    expect(pixels).toBeGreaterThan(20);
    expect(pixels).toBeLessThan(width * height * 0.03);
  });
});

describe('the demo briefs', () => {
  test('share tags, so that picking by two of them finds a choice', () => {
    const pairs = new Map<string, number>();
    for (const { tags } of DEMO_BRIEFS) {
      for (const a of tags) for (const b of tags) if (a < b) pairs.set(`${a} ${b}`, (pairs.get(`${a} ${b}`) ?? 0) + 1);
    }

    expect([...pairs.values()].filter((count) => count >= 3).length).toBeGreaterThan(3);
  });
});

describe('the renderer', () => {
  const shared = new EmbeddedRenderer();
  afterAll(() => shared.close());

  test('gives the same bytes twice, and the pixels of a direct painting', async () => {
    const brief = { prompt: 'lake at dusk', ...SMALL };

    const first = await shared.render(brief);
    const second = await shared.render(brief);

    expect(first.bytes.equals(second.bytes)).toBe(true);
    const pixels = await sharp(first.bytes).raw().toBuffer();
    expect(pixels.equals(Buffer.from(paintScene(planScene(brief)).data))).toBe(true);
    expect(first).toMatchObject({
      mediaType: 'image/png',
      width: 320,
      height: 256,
      seed: '7',
      engine: 'procedural/2',
      understood: { scene: { value: 'lake', words: ['lake'] }, light: { value: 'dusk', words: ['dusk'] } },
      ignoredTerms: [],
      note: null,
      tags: expect.arrayContaining(['lake', 'dusk']),
      alt: expect.stringMatching(/^Lake at dusk/),
    });
  });

  test('writes no metadata into the file', async () => {
    const { bytes } = await shared.render({ prompt: 'desert', ...SMALL });

    const { exif, icc, iptc, xmp, comments } = await sharp(bytes).metadata();
    expect({ exif, icc, iptc, xmp, comments }).toEqual({});
  });

  test('queues what exceeds its workers and finishes all of it', async () => {
    const pictures = await Promise.all([1, 2, 3, 4, 5].map((seed) => shared.render({ prompt: 'sea', ...SMALL, seed })));

    expect(pictures.map((picture) => picture.seed)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('leaves the event loop free while it paints', async () => {
    await shared.probe();
    const workedMs = startThreadTime();

    await shared.render({ prompt: 'mountains at sunset', width: 1024, height: 1024, seed: 1 });

    // The painting itself is some 400 ms, and more where neighbours share the core.
    expect(workedMs()).toBeLessThan(150);
  });

  test('answers a probe at once, idle or busy', async () => {
    await shared.probe();
    const busy = shared.render({ prompt: 'forest', width: 512, height: 512, seed: 1 });

    const first = await Promise.race([busy.then(() => 'picture'), shared.probe().then(() => 'probe')]);

    expect(first).toBe('probe');
    await busy;
    await shared.probe();
  });

  test('an abort rejects with its reason, while painting and while queued, and the next render works', async () => {
    const renderer = startRenderer({ workers: 1 });
    await renderer.probe();
    const painting = new AbortController();
    const queued = new AbortController();
    const large = { prompt: 'city at night', width: 2048, height: 2048, seed: 1 };
    const first = renderer.render(large, { signal: painting.signal });
    const second = renderer.render(large, { signal: queued.signal });
    setTimeout(() => queued.abort(new Error('changed my mind')), 20);
    setTimeout(() => painting.abort(), 60);

    await expect(second).rejects.toThrow('changed my mind');
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await expect(renderer.render(large, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });

    const next = await renderer.render({ prompt: 'sea', ...SMALL });
    expect(next.bytes.length).toBeGreaterThan(1_000);
  });

  test('a render that takes too long fails as RenderTimeout', async () => {
    const renderer = startRenderer({ workers: 1, timeoutMs: 30 });
    await renderer.probe();

    const render = renderer.render({ prompt: 'city at night', width: 2048, height: 2048, seed: 1 });

    await expect(render).rejects.toBeInstanceOf(RenderTimeout);
    await expect(render).rejects.toMatchObject({ timeoutMs: 30 });
  });

  test('a crash costs one render, not the renderer', async () => {
    const renderer = startRenderer({ workers: 1, workerUrl: await fragileWorker() });

    await expect(renderer.render({ prompt: 'sea', ...SMALL, seed: 'exit' })).rejects.toBeInstanceOf(RendererCrashed);
    await expect(renderer.render({ prompt: 'sea', ...SMALL, seed: 'throw' })).rejects.toMatchObject({
      name: 'RendererCrashed',
      cause: expect.objectContaining({ message: 'out of paint' }),
    });
    await expect(renderer.render({ prompt: 'sea', ...SMALL, seed: 'fine' })).resolves.toMatchObject({ seed: 'fine' });
  });

  test('a worker that cannot start fails the probe instead of being restarted for ever', async () => {
    const renderer = startRenderer({ workers: 1, workerUrl: new URL('file:///nowhere/paint.worker.js') });

    await expect(renderer.probe()).rejects.toBeInstanceOf(RendererCrashed);
    await expect(renderer.probe()).rejects.toBeInstanceOf(RendererCrashed);
  });

  test('closing rejects what is under way and refuses what comes after', async () => {
    const renderer = new EmbeddedRenderer({ workers: 1 });
    const running = renderer.render({ prompt: 'sea', ...SMALL });
    const waiting = renderer.render({ prompt: 'sea', ...SMALL });
    const settled = Promise.allSettled([running, waiting]);

    await renderer.close();

    for (const result of await settled) expect(result).toMatchObject({ reason: expect.any(RendererClosed) });
    await expect(renderer.render({ prompt: 'sea', ...SMALL })).rejects.toBeInstanceOf(RendererClosed);
  });
});

/** A worker that dies on the seeds `exit` and `throw` and answers every other one. */
async function fragileWorker(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'fragile-worker-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'worker.mjs');
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ plan }) => {
       if (plan?.seed === 'exit') process.exit(3);
       if (plan?.seed === 'throw') throw new Error('out of paint');
       parentPort.postMessage({ ok: true, bytes: new Uint8Array(1), drawn: [] });
     });`,
  );
  return pathToFileURL(file);
}
