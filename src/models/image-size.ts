import type { ImageAbilities, ImageSizes } from './catalogue.ts';

export interface SizePx {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Size requested from a model, of about the same shape as the wanted size. Each side is at least as long, or the image has at
 * least as many pixels if the provider chooses the sides.
 */
export interface RequestedSize {
  readonly pixels: number;
  /** Null if the provider chooses the sides. */
  readonly sides: SizePx | null;
  /** Null if the size is requested by its sides. */
  readonly shape: { readonly aspectRatio: string; readonly resolution: string } | null;
}

/** Maximum relative difference of aspect ratios that count as equal. The service doesn't crop the difference. */
const SAME_SHAPE = 0.03;

/**
 * Size to request for a wanted size. Null if the model has no suitable size. A wanted size below the model's minimum is drawn
 * larger, never smaller.
 */
export function requestedSizeFor({ sizes }: Pick<ImageAbilities, 'sizes'>, wanted: SizePx): RequestedSize | null {
  switch (sizes.by) {
    case 'BOUNDS':
      return withinBounds(sizes, wanted);
    case 'LIST':
      return listed(sizes, wanted);
    case 'SHAPE':
      return shaped(sizes, wanted);
  }
}

function withinBounds(
  { stepPx, minSidePx, maxSidePx, minPixels, maxPixels, maxRatio }: Extract<ImageSizes, { by: 'BOUNDS' }>,
  { widthPx, heightPx }: SizePx,
): RequestedSize | null {
  if (ratioOf(widthPx, heightPx) > maxRatio) return null;
  const factor = Math.max(1, minSidePx / Math.min(widthPx, heightPx), Math.sqrt(minPixels / (widthPx * heightPx)));
  const up = (side: number) => Math.ceil((side * factor) / stepPx) * stepPx;
  const sides = { widthPx: up(widthPx), heightPx: up(heightPx) };
  const pixels = sides.widthPx * sides.heightPx;
  if (Math.max(sides.widthPx, sides.heightPx) > maxSidePx || pixels > maxPixels) return null;
  return { pixels, sides, shape: null };
}

function listed({ sizes }: Extract<ImageSizes, { by: 'LIST' }>, wanted: SizePx): RequestedSize | null {
  const fitting = sizes
    .filter((one) => isSameShape(one.widthPx / one.heightPx, wanted))
    .filter((one) => one.widthPx >= wanted.widthPx && one.heightPx >= wanted.heightPx)
    .map((sides) => ({ pixels: sides.widthPx * sides.heightPx, sides, shape: null }));
  return fitting.sort((one, other) => one.pixels - other.pixels)[0] ?? null;
}

function shaped({ shapes, resolutions }: Extract<ImageSizes, { by: 'SHAPE' }>, wanted: SizePx): RequestedSize | null {
  const aspectRatio = shapes.find((shape) => {
    const [width, height] = shape.split(':').map(Number);
    return isSameShape(width! / height!, wanted);
  });
  const resolution = resolutions.find(({ pixels }) => pixels >= wanted.widthPx * wanted.heightPx);
  if (aspectRatio === undefined || resolution === undefined) return null;
  return { pixels: resolution.pixels, sides: null, shape: { aspectRatio, resolution: resolution.name } };
}

const ratioOf = (one: number, other: number) => Math.max(one, other) / Math.min(one, other);

const isSameShape = (ratio: number, { widthPx, heightPx }: SizePx) =>
  ratioOf(ratio, widthPx / heightPx) <= 1 + SAME_SHAPE;
