/**
 * A colour as red, green and blue in linear light. 1 is the brightest value that a screen shows; lamps and suns can exceed it.
 */
export type Linear = readonly [number, number, number];

/** A colour in Oklab: lightness from 0 to 1, then the green-red and the blue-yellow axis. */
export type Oklab = readonly [number, number, number];

function toLinearChannel(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

export function toDisplayChannel(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

/** Converts `#rrggbb` to linear light. */
export function linearOf(hex: string): Linear {
  const bits = Number.parseInt(hex.slice(1), 16);
  return [
    toLinearChannel(((bits >> 16) & 255) / 255),
    toLinearChannel(((bits >> 8) & 255) / 255),
    toLinearChannel((bits & 255) / 255),
  ];
}

/** Converts a colour in linear light to `#rrggbb`. Values outside the screen's gamut are clipped. */
export function hexOf(color: Linear): string {
  const digits = color.map((channel) =>
    Math.round(Math.min(1, Math.max(0, toDisplayChannel(Math.max(0, channel)))) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/**
 * Converts linear light to Oklab.
 * Source: Björn Ottosson, "A perceptual color space for image processing", 2020.
 */
export function oklabOf([r, g, b]: Linear): Oklab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function linearOfOklab([lightness, a, b]: Oklab): Linear {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export function mix(a: Linear, b: Linear, t: number): Linear {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

export function scale(a: Linear, factor: number): Linear {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

export function multiply(a: Linear, b: Linear): Linear {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
}

/**
 * Brightness of a colour in linear light.
 * Source: ITU-R BT.709.
 */
export function luminance(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Mixes colours perceptually, so that blue and yellow don't mix to grey. */
export function mixEvenly(a: Linear, b: Linear, t: number): Linear {
  const p = oklabOf(a);
  const q = oklabOf(b);
  return linearOfOklab([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t]);
}

/** A table of colours in linear light, three floats per colour. Use `rampIndex` to find a colour. */
export type Ramp = Float32Array;
const RAMP_LENGTH = 1024;

/**
 * Builds a table of colours that passes through the stops, whose positions ascend from 0 to 1. The curve is smooth at the stops,
 * so that no edge shows in a sky.
 */
export function buildRamp(stops: readonly (readonly [position: number, color: Linear])[]): Ramp {
  const ramp = new Float32Array(RAMP_LENGTH * 3);
  const labs = stops.map(([position, color]) => [position, oklabOf(color)] as const);
  for (let i = 0; i < RAMP_LENGTH; i++) {
    const t = i / (RAMP_LENGTH - 1);
    let k = 0;
    while (k < labs.length - 2 && t > labs[k + 1]![0]) k++;
    const channel = (axis: 0 | 1 | 2) => {
      const at = (index: number) => labs[Math.min(labs.length - 1, Math.max(0, index))]!;
      const [x0, p0] = at(k);
      const [x1, p1] = at(k + 1);
      const slopeAt = (index: number) => {
        const [before, low] = at(index - 1);
        const [after, high] = at(index + 1);
        return after === before ? 0 : (high[axis] - low[axis]) / (after - before);
      };
      const width = x1 - x0 || 1;
      const s = (t - x0) / width;
      const s2 = s * s;
      const s3 = s2 * s;
      return (
        (2 * s3 - 3 * s2 + 1) * p0[axis] +
        (s3 - 2 * s2 + s) * width * slopeAt(k) +
        (-2 * s3 + 3 * s2) * p1[axis] +
        (s3 - s2) * width * slopeAt(k + 1)
      );
    };
    ramp.set(linearOfOklab([channel(0), channel(1), channel(2)]), i * 3);
  }
  return ramp;
}

/** Index in a ramp of the colour at position `t`, which is clamped to 0 to 1. */
export function rampIndex(t: number): number {
  const clamped = t < 0 ? 0 : Math.min(t, 1);
  return Math.round(clamped * (RAMP_LENGTH - 1)) * 3;
}
