import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { derivePicture } from '../../src/assets/derive-picture.ts';
import { acceptRenderedPicture, inspectPicture, normalisePicture } from '../../src/assets/picture.ts';
import { isLosslessWebp } from '../../src/assets/picture-type.ts';
import { startProcessTime } from '../support/processor-time.ts';
import { fieldFile } from './field-files.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe('what a picture is', () => {
  test.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
    ['avif', 'image/avif', 'avif'],
    ['gif', 'image/gif', 'gif'],
  ] as const)('%s is recognised by its bytes', async (format, mediaType, extension) => {
    const bytes = await scene(60, 40).toFormat(format).toBuffer();

    expect(await inspectPicture(bytes)).toMatchObject({
      mediaType,
      extension,
      width: 60,
      height: 40,
      byteSize: bytes.length,
    });
  });

  test('width and height are those of the upright picture', async () => {
    const onItsSide = await scene(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();

    expect(await inspectPicture(onItsSide)).toMatchObject({ width: 40, height: 60 });
  });
});

describe('what is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'NOT_A_PICTURE', /empty/],
    ['HTML that is called a picture', Buffer.from('<!doctype html><svg></svg><p>Hi'), 'NOT_A_PICTURE', /Send a PNG/],
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 'NOT_A_PICTURE', /Send a PNG/],
    ['SVG with a script', Buffer.from(SVG), 'UNSUPPORTED_TYPE', /SVG .* Save the picture as PNG/],
    ['SVG after a declaration', Buffer.from(`\uFEFF<?xml version="1.0"?>\n${SVG}`), 'UNSUPPORTED_TYPE', /SVG/],
    ['a TIFF', Buffer.from('II*\0 and so on'), 'UNSUPPORTED_TYPE', /TIFF/],
    ['a HEIC photograph', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'UNSUPPORTED_TYPE', /HEIC/],
    ['a PNG signature and no more', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'DAMAGED', /send the new file/],
    ['a JPEG signature before HTML', Buffer.from('\xff\xd8\xff<html>', 'latin1'), 'DAMAGED', /damaged/],
    ['a file of 21 MB', Buffer.alloc(21_000_000), 'TOO_LARGE', /21\.0 MB, but the maximum is 20/],
  ])('%s', async (_, bytes, reason, message) => {
    await expectRefusal(bytes, reason, message);
  });

  test('a picture of 256 megapixels in a few kilobytes, before a pixel of it is decoded', async () => {
    const bomb = pngOfZeros(16_000, 16_000);
    expect(bomb.length).toBeLessThan(300_000);
    const workedMs = startProcessTime();

    await expectRefusal(bomb, 'TOO_MANY_PIXELS', /16000 × 16000 pixels. Scale it to at most/);

    // Decoding it takes several seconds.
    expect(workedMs()).toBeLessThan(1_000);
  });

  test('a picture with one side that no rendition could have', async () => {
    await expectRefusal(pngOfZeros(20_000, 10), 'TOO_MANY_PIXELS', /16,383 pixels per side/);
  });

  test.each(['gif', 'webp'] as const)('an animated %s', async (format) => {
    const frames = scene(40, 120).raw().toBuffer();
    const raw = { width: 40, height: 120, channels: 3, pageHeight: 40 } as const;
    const animated = await sharp(await frames, { raw })
      .toFormat(format)
      .toBuffer();

    await expectRefusal(animated, 'TOO_MANY_FRAMES', /one of its frames/);
  });

  test('an animated PNG, which most decoders take for a still one', async () => {
    const still = await scene(40, 40).png().toBuffer();
    const animated = insertAfterHeader(still, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])));

    await expectRefusal(animated, 'TOO_MANY_FRAMES', /animated/);
  });

  test('an AVIF sequence', async () => {
    const sequence = await scene(40, 40).avif().toBuffer();
    sequence.write('avis', 8, 'latin1');

    await expectRefusal(sequence, 'TOO_MANY_FRAMES', /animated/);
  });

  test.each(['jpeg', 'png', 'webp'] as const)('a %s that was cut short, when its pixels are read', async (format) => {
    const whole = await scene(300, 200).toFormat(format).toBuffer();
    const cut = whole.subarray(0, Math.floor(whole.length / 2));

    for (const read of [normalisePicture, derivePicture]) {
      await expect(read(cut)).rejects.toMatchObject({ name: 'PictureRefused', reason: 'DAMAGED' });
    }
  });

  test('whatever our own check misses, the decoder opens no SVG', async () => {
    await expect(sharp(Buffer.from(SVG)).png().toBuffer()).rejects.toThrow(/unsupported/);
  });
});

describe('a normalised picture', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['avif', 'image/webp'],
    ['gif', 'image/png'],
  ] as const)('made from %s is %s', async (format, mediaType) => {
    const bytes = await scene(60, 40).toFormat(format).toBuffer();

    const normalised = await normalisePicture(bytes);

    expect(normalised).toMatchObject({ mediaType, width: 60, height: 40 });
    expect(await inspectPicture(normalised.bytes)).toMatchObject({ mediaType, extension: normalised.extension });
  });

  test('is turned upright and says no more about where and when it was taken', async () => {
    const photograph = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'white' } })
      .composite([{ input: await patch(40, 40, 'red'), left: 0, top: 0 }]) // left half red
      .withExif({ IFD0: { Copyright: 'MARK-C' }, IFD3: { GPSLatitude: '48/1 51/1 30/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photograph).metadata()).exif).toBeDefined();

    const { bytes, width, height } = await normalisePicture(photograph);

    expect([width, height]).toEqual([40, 80]);
    expect(await pixelOf(bytes, 20, 10)).toEqual([
      expect.closeTo(255, -1),
      expect.closeTo(0, -1),
      expect.closeTo(0, -1),
    ]);
    const { exif, orientation, icc, xmp } = await sharp(bytes).metadata();
    expect({ exif, orientation, icc, xmp }).toEqual({});
  });

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('has nothing after its end: %s', async (format) => {
    const polyglot = Buffer.concat([await scene(60, 40).toFormat(format).toBuffer(), Buffer.from('<script>evil()')]);

    const { bytes } = await normalisePicture(polyglot);

    expect(bytes.includes('evil')).toBe(false);
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['WebP from the field', () => fieldFile('lossless-strokes.webp')],
    [
      'extended WebP',
      () =>
        scene(60, 40)
          .withExif({ IFD0: { Copyright: 'C' } })
          .webp({ lossless: true })
          .toBuffer(),
    ],
    ['transparent WebP', () => scene(60, 40).ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    ['WebP with unseen pixels', () => scene(60, 40).ensureAlpha(0).webp({ lossless: true, exact: true }).toBuffer()],
    ['PNG', () => scene(60, 40).png().toBuffer()],
    ['GIF', () => scene(60, 40).gif().toBuffer()],
  ])('has the same pixels when it came without loss: %s', async (_what, make) => {
    const sent = await make();

    const { bytes } = await normalisePicture(sent);

    const pixels = (of: Buffer) => sharp(of).raw().toBuffer();
    expect((await pixels(bytes)).equals(await pixels(sent))).toBe(true);
  });

  test('is lossy WebP when it came so: it is no larger for nothing', async () => {
    const sent = await scene(300, 200).webp({ quality: 80 }).toBuffer();

    const { bytes } = await normalisePicture(sent);

    expect([sent, bytes].map(isLosslessWebp)).toEqual([false, false]);
  });

  test('keeps its transparency', async () => {
    const ghost = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000040' } })
      .png()
      .toBuffer();

    const { bytes } = await normalisePicture(ghost);

    expect(await inspectPicture(bytes)).toMatchObject({ hasAlpha: true });
  });
});

describe('a rendered picture', () => {
  test('that is pixels only is taken byte for byte', async () => {
    const bytes = await scene(60, 40).png().toBuffer();

    const accepted = await acceptRenderedPicture(bytes);

    expect(accepted.bytes).toBe(bytes);
    expect(accepted).toMatchObject({ mediaType: 'image/png', extension: 'png', width: 60, height: 40 });
  });

  test('with something else in it is normalised', async () => {
    const clean = await scene(60, 40).png().toBuffer();
    const talkative = insertAfterHeader(clean, pngChunk('tEXt', Buffer.from('prompt\0secret')));
    const trailing = Buffer.concat([clean, Buffer.from('secret')]);

    for (const bytes of [talkative, trailing]) {
      expect((await acceptRenderedPicture(bytes)).bytes.includes('secret')).toBe(false);
    }
  });

  test('goes through the same refusals as an upload', async () => {
    await expect(acceptRenderedPicture(Buffer.from(SVG))).rejects.toMatchObject({ reason: 'UNSUPPORTED_TYPE' });
  });
});

describe('what is derived', () => {
  test('a large picture has three renditions, a small one only its own size', async () => {
    const sizes = async (width: number, height: number) => {
      const { renditions } = await derivePicture(await scene(width, height).png().toBuffer());
      return renditions.map((rendition) => [rendition.width, rendition.height]);
    };

    expect(await sizes(2000, 1000)).toEqual([
      [320, 160],
      [640, 320],
      [1280, 640],
    ]);
    expect(await sizes(1024, 1024)).toEqual([
      [320, 320],
      [640, 640],
      [1024, 1024],
    ]);
    expect(await sizes(320, 200)).toEqual([[320, 200]]);
    expect(await sizes(1, 1)).toEqual([[1, 1]]);
  });

  test('a tall picture has renditions of the same widths', async () => {
    const { renditions } = await derivePicture(await scene(400, 8000).png().toBuffer());

    expect(renditions.map(({ width, height }) => [width, height])).toEqual([
      [320, 6400],
      [400, 8000],
    ]);
  });

  test('renditions are WebP, upright and without metadata', async () => {
    const onItsSide = await scene(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();

    const { renditions } = await derivePicture(onItsSide);

    const { format, width, height, exif } = await sharp(renditions[0]!.bytes).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 40, height: 60 });
  });

  test('the dominant colour is that of the larger part', async () => {
    const flag = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#1e6091' } })
      .composite([{ input: await patch(30, 60, '#ffd166'), left: 0, top: 0 }])
      .png()
      .toBuffer();

    expect((await derivePicture(flag)).dominantColor).toBe('#1e6091');
  });

  test('what cannot be seen has no colour', async () => {
    const glass = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();

    expect((await derivePicture(glass)).dominantColor).toBe('#ffffff');
  });

  test('grey, palette, 16-bit and transparent pictures all have everything', async () => {
    const pictures = [
      await scene(64, 48).greyscale().png().toBuffer(),
      await scene(64, 48).png({ palette: true }).toBuffer(),
      await scene(64, 48).toColourspace('rgb16').png().toBuffer(),
      await scene(64, 48).ensureAlpha(0.5).png().toBuffer(),
      await scene(64, 48).toColourspace('cmyk').jpeg().toBuffer(),
    ];

    for (const bytes of pictures) {
      expect(await derivePicture(bytes)).toEqual({
        renditions: [{ width: 64, height: 48, bytes: expect.any(Buffer) }],
        thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{20,40}={0,2}$/),
        dominantColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
        perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
    }
  });

  test.each([1, 2, 3])(
    'the perceptual hash stays close for the same picture and far for another (%i)',
    async (seed) => {
      const hash = async (picture: Sharp) => (await derivePicture(await picture.toBuffer())).perceptualHash;
      const picture = await clouds(512, 384, seed);
      const original = await hash(sharp(picture).png());

      const near = await Promise.all([
        hash(sharp(picture).jpeg({ quality: 40 })),
        hash(sharp(picture).resize(256).png()),
        hash(sharp(picture).greyscale().png()),
        hash(sharp(picture).modulate({ brightness: 1.2 }).png()),
      ]);
      const far = await hash(sharp(await clouds(512, 384, seed + 1)).png());

      for (const one of near) expect(distance(original, one)).toBeLessThanOrEqual(6);
      expect(distance(original, far)).toBeGreaterThan(16);
    },
  );

  test('many at once all get done', async () => {
    const bytes = await scene(200, 150).png().toBuffer();

    const all = await Promise.all(Array.from({ length: 12 }, () => derivePicture(bytes)));

    expect(new Set(all.map((one) => one.perceptualHash)).size).toBe(1);
  });

  test('a damaged picture does not hold up the next ones', async () => {
    const whole = await scene(300, 200).png().toBuffer();
    const cut = whole.subarray(0, whole.length / 2);

    const outcomes = await Promise.allSettled([cut, cut, cut, cut, whole].map((bytes) => derivePicture(bytes)));

    expect(outcomes.map(({ status }) => status)).toEqual([...Array(4).fill('rejected'), 'fulfilled']);
  });
});

async function expectRefusal(bytes: Buffer, reason: string, message: RegExp): Promise<void> {
  const refusal = { name: 'PictureRefused', reason, message: expect.stringMatching(message) };
  for (const door of [inspectPicture, normalisePicture, acceptRenderedPicture, derivePicture]) {
    await expect(door(bytes)).rejects.toMatchObject(refusal);
  }
}

/** A picture with some structure and grain. */
function scene(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grain = ((x * 7919 + y * 104729) % 17) - 8;
      for (let channel = 0; channel < 3; channel++) {
        const wave = Math.sin((9 * x) / width + channel) + Math.cos((7 * y) / height + (5 * x) / width);
        pixels[(y * width + x) * 3 + channel] = 128 + 50 * wave + grain;
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Grey clouds with, like a photograph, less to see the finer one looks; another `seed` gives unrelated ones. */
async function clouds(width: number, height: number, seed: number): Promise<Buffer> {
  const sum = new Float64Array(width * height);
  let state = seed * 2_654_435_761;
  for (const [cells, weight] of [
    [3, 0.45],
    [6, 0.27],
    [12, 0.16],
    [24, 0.12],
  ] as const) {
    const grid = Buffer.alloc(cells * cells);
    for (let at = 0; at < grid.length; at++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      grid[at] = state >>> 24;
    }
    const layer = await sharp(grid, { raw: { width: cells, height: cells, channels: 1 } })
      .resize(width, height, { fit: 'fill' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + layer[at]! * weight;
  }
  return sharp(Buffer.from(sum), { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

function patch(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

async function pixelOf(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

function distance(a: string, b: string): number {
  return (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;
}

/** A greyscale PNG of black pixels, one bit each: the cheapest way to ask for much memory. */
function pngOfZeros(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bit depth; colour type 0 is greyscale
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function insertAfterHeader(png: Buffer, chunk: Buffer): Buffer {
  const headerEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
