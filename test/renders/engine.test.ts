import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { DEMO_BRIEFS } from '../../src/renders/demo-briefs.ts';
import {
  EmbeddedRenderer,
  type EmbeddedRendererOptions,
  paintScene,
  planScene,
  RendererClosed,
  RendererCrashed,
  RenderTimeout,
  SCENES,
  suggestTags,
} from '../../src/renders/engine/index.ts';
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

/** Mean absolute difference of two pictures in steps of 0 to 255. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}

/** A renderer that is closed when its test ends. */
function startRenderer(options?: EmbeddedRendererOptions): EmbeddedRenderer {
  const renderer = new EmbeddedRenderer(options);
  onTestFinished(() => renderer.close());
  return renderer;
}

describe('reading a brief', () => {
  test.each([
    [
      'Misty mountains at dawn, no clouds',
      { scene: 'mountain', timeOfDay: 'dawn', weather: 'fog', excluded: ['clouds'] },
      [],
    ],
    ['a cat on a red sofa', { colors: ['#d23c3c'] }, ['cat', 'sofa']],
    [
      'Lac de montagne en automne à l’heure dorée, sans personnages ni oiseaux',
      { scene: 'lake', season: 'autumn', timeOfDay: 'golden-hour', excluded: ['personnages', 'oiseaux'] },
      [],
    ],
    ['Ville la nuit sous la pluie avec un vélo', { scene: 'city', timeOfDay: 'night', weather: 'rain' }, ['velo']],
    ['Gratte-ciels au crépuscule, pas de nuages', { scene: 'city', timeOfDay: 'dusk', excluded: ['nuages'] }, []],
    ['abstract waves in teal and #ff8844', { scene: 'abstract', colors: ['#2a9d9d', '#ff8844'] }, ['waves']],
    ['northern lights over a lake, calm', { scene: 'aurora', mood: 'calm', elements: ['water'] }, []],
    [
      'a meadow without flowers or trees in spring',
      { scene: 'meadow', season: 'spring', excluded: ['flowers', 'trees'] },
      [],
    ],
    ['sunrise at noon over the sea', { scene: 'sea', timeOfDay: 'dawn' }, ['noon']],
    ['', {}, []],
  ])('%s', (prompt, understood, ignored) => {
    const plan = planOf(prompt);

    expect(plan.understood).toEqual(understood);
    expect(plan.ignoredTerms).toEqual(ignored);
  });

  test('an element the chosen scene has no way to show is ignored, not claimed', () => {
    const plan = planOf('city at night with flowers');

    expect(plan.understood.elements).toBeUndefined();
    expect(plan.ignoredTerms).toEqual(['flowers']);
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
    const plans = Array.from({ length: 12 }, (_, seed) => planOf('quarterly invoice', { ...SMALL, seed }));

    expect(plans.every((plan) => plan.understood.scene === undefined)).toBe(true);
    expect(new Set(plans.map((plan) => plan.scene)).size).toBeGreaterThan(2);
    expect(plans[0]?.ignoredTerms).toEqual(['quarterly', 'invoice']);
    expect(planOf('quarterly invoice').scene).toBe(planOf('quarterly invoice').scene);
  });

  test('a mood alone chooses a scene that suits it', () => {
    const scenes = Array.from({ length: 12 }, (_, seed) => planOf('mysterious', { ...SMALL, seed }).scene);

    expect(scenes.every((scene) => ['forest', 'aurora', 'cosmos'].includes(scene))).toBe(true);
  });

  test('tags come from what was understood only', () => {
    expect(suggestTags(planOf('foggy mountains at dawn with a dragon'))).toEqual(['mountain', 'dawn', 'fog']);
    expect(suggestTags(planOf('quarterly invoice'))).toEqual([]);
  });

  test.each([0, 255, 2049, 512.5, Number.NaN])('a side of %s pixels is refused', (width) => {
    expect(() => planOf('sea', { ...SMALL, width })).toThrow(RangeError);
  });

  test('a very long prompt is read in no time', () => {
    const workedMs = startThreadTime();
    planOf('no tall red trees or '.repeat(5_000));

    expect(workedMs()).toBeLessThan(1_000);
  });
});

describe('painting', () => {
  // Pixels of version procedural/1. When one of these changes on purpose, so must the engine's version.
  test.each([
    ['snowy mountains at dawn in the fog', '81a2617aa4b9f3ee1df34aa97b040560c2f391e0113f2d3c4d5b849c2f4c21e4'],
    ['mountain lake at golden hour', '4cf2a365025161c53b0a73011a6150e38549a33b9497b25517caeee545a841d9'],
    ['sea at sunset', '70560b5050456751a2d7646c440f3186c35a3a8308b3bd424e5932e7bb7fb9d4'],
    ['city skyline at dusk', '673cc003d87865daeef1df9a8f0581ee89bd1530a8cfa463926bac0695e778b0'],
    ['aurora over mountains', '732a0300f8cc7436740dd13892c890678a240b891a2b6faa79c5194cb86cde92'],
    ['autumn forest in the morning mist', 'afb15c06e361f2eee1bc37d9a9905723aebc55ccc7bac6a47a9c32d9e1c0b894'],
    ['meadow with flowers in spring', '2b8866b52e952f8d4d30d2298cf617734dd187e8140661873ac0626ac7965c86'],
    ['desert dunes at golden hour', '62a10176ab1a4d51b07e7cf7cc6c11217b9d64bf77834dddbe5108d51cdb1c03'],
    ['nebula', '059fc5957ab5e31476ba9544b16f361186e28ff94d4b0b0b596a137d9cc25cdc'],
    ['abstract teal and orange', '8f2c71fcb23a2c1dbdb36dac4564a037b1bd795110413f7ab93d3ce7a46128a3'],
  ])('%s keeps its pixels', (prompt, expected) => {
    expect(pixelHash(prompt)).toBe(expected);
  });

  test.each(SCENES)('%s: another seed is another picture', (scene) => {
    const paint = (seed: number) => paintScene({ ...planOf(scene, { ...SMALL, seed }) }).data;

    expect(difference(paint(1), paint(2))).toBeGreaterThan(4);
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

  test.each([
    [256, 256],
    [1024, 256],
    [256, 1024],
  ])('%i by %i works for every scene', (width, height) => {
    for (const scene of SCENES) {
      const { data } = paintScene(planOf(`${scene} in a storm with snow`, { width, height, seed: 3 }));

      expect(data.length).toBe(width * height * 3);
      expect(new Set(data).size).toBeGreaterThan(20);
    }
  });
});

describe('the demo briefs', () => {
  test('are all understood, word for word', () => {
    for (const brief of DEMO_BRIEFS) {
      const plan = planScene(brief);

      expect(plan.ignoredTerms, brief.prompt).toEqual([]);
      expect(plan.understood.scene, brief.prompt).toBeDefined();
    }
  });

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
      engine: 'procedural/1',
      understood: { scene: 'lake', timeOfDay: 'dusk' },
      ignoredTerms: [],
      tags: ['lake', 'dusk'],
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

    // The painting itself is some 400 ms.
    expect(workedMs()).toBeLessThan(50);
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
       parentPort.postMessage({ ok: true, bytes: new Uint8Array(1) });
     });`,
  );
  return pathToFileURL(file);
}
