import { buildRamp, type Linear, mix, rampIndex } from './color.ts';
import { paintCurtains } from './curtains.ts';
import { paintLightning } from './lightning.ts';
import { paintMilkyWay } from './milky-way.ts';
import { clamp01, smoothstep } from './noise.ts';
import { between } from './random.ts';
import { addGlow } from './raster.ts';
import type { Disc, SkyDesign } from './sky-design.ts';
import { type Stage } from './stage.ts';
import { paintStars } from './stars.ts';
import { type TimeOfDay, type Weather } from './vocabulary.ts';

/**
 * Height of the sun above the horizon, as a multiple of the picture's height. Negative after sunset; at noon the sun is above
 * the picture. The value for night has no effect.
 */
const SUN_HEIGHT: Record<TimeOfDay, number> = {
  dawn: 0.055,
  morning: 0.34,
  noon: 0.9,
  'golden-hour': 0.15,
  sunset: 0.04,
  dusk: -0.05,
  night: 0.4,
};

const OVERCAST: readonly Weather[] = ['cloudy', 'rain', 'storm', 'snowfall', 'snowstorm'];
const CLOUDINESS: Record<Weather, number> = {
  clear: 0,
  'partly-cloudy': 0.62,
  fog: 0.12,
  cloudy: 1,
  rain: 1.05,
  snowfall: 1.02,
  snowstorm: 1.05,
  storm: 1.1,
};

/**
 * Chooses the layout of the sky: the light is at about a third or two thirds of the width, and by day at the height for the time
 * of day plus `lift`.
 */
export function designSky(stage: Stage, horizon: number, lift = 0): SkyDesign {
  const random = stage.random('sky-design');
  const { timeOfDay, weather } = stage.plan;
  const third = random() < 0.5 ? 1 / 3 : 2 / 3;
  const u = stage.aspect * (third + between(random, -0.05, 0.05));
  const height = SUN_HEIGHT[timeOfDay];
  const isNight = timeOfDay === 'night';
  stage.horizon = horizon;
  let v = horizon - height - (height > 0 ? lift : 0) + between(random, -0.01, 0.01);
  if (stage.wants('sun')) v = timeOfDay === 'noon' ? horizon * 0.2 : v - lift;
  if (isNight) v = Math.max(0.15, horizon * between(random, 0.28, 0.42));
  const moonIsUp =
    (isNight && (random() < 0.5 || stage.wants('moon')) && (stage.wants('moon') || !stage.wants('milky-way'))) ||
    (timeOfDay === 'dusk' && stage.wants('moon'));
  const overcast = OVERCAST.includes(weather);
  let disc: Disc | undefined;
  if (moonIsUp && !stage.forbids('moon') && !['storm', 'rain', 'snowstorm'].includes(weather)) {
    const moonV = isNight ? v : horizon * 0.4;
    disc = { u: isNight ? u : stage.aspect - u, v: moonV, radius: between(random, 0.022, 0.03), isMoon: true };
  } else if (
    !isNight &&
    height > 0 &&
    (height < 0.8 || stage.wants('sun')) &&
    !stage.forbids('sun') &&
    (!overcast || stage.wants('sun'))
  ) {
    disc = { u, v, radius: timeOfDay === 'morning' ? 0.017 : between(random, 0.021, 0.027), isMoon: false };
  }
  const cloudiness = CLOUDINESS[weather];
  const starlight = { night: disc ? 0.75 : 1, dusk: 0.28, dawn: 0.05 }[timeOfDay as string] ?? 0;
  return {
    horizon,
    light: { u, v },
    disc,
    cloudiness: stage.forbids('clouds') ? 0 : stage.wants('clouds') ? Math.max(0.69, cloudiness) : cloudiness,
    starlight: stage.forbids('stars') ? 0 : starlight * (overcast || weather === 'fog' ? 0.15 : 1),
  };
}

/** Strength of the glow of the air around the sun or moon, by time of day. It is strongest when the light is low. */
const GLOW: Record<TimeOfDay, number> = {
  dawn: 0.85,
  morning: 0.55,
  noon: 0.22,
  'golden-hour': 0.95,
  sunset: 1,
  dusk: 0.6,
  night: 0.3,
};

/**
 * Colour of the air near the horizon, for each column of pixels. Distant land fades into this colour, so that land and sky match.
 */
export type HazeRow = Float32Array;

/** Paints the sky over the whole picture, including stars, sun or moon, and clouds. Returns the haze of each column. */
export function paintSky(stage: Stage, design: SkyDesign): HazeRow {
  const haze = paintAir(stage, design);
  if (design.starlight > 0) paintStars(stage, design);
  if (hasMilkyWay(stage, design)) paintMilkyWay(stage, design.horizon, stage.wants('milky-way') ? 1.1 : 0.8);
  const hasAurora = stage.plan.scene === 'aurora' || (stage.wants('aurora') && design.starlight > 0.25);
  if (hasAurora && !stage.forbids('aurora')) paintCurtains(stage, design.horizon);
  if (design.disc) paintDisc(stage, design.disc);
  if (design.cloudiness > 0) paintClouds(stage, design);
  if (stage.wants('lightning')) paintLightning(stage, design);
  return haze;
}

/**
 * True if the Milky Way is visible. A requested Milky Way needs enough visible stars. Otherwise it is only visible on a clear,
 * moonless night above mountains, a lake, a desert or a meadow, if the brief requests no northern lights.
 */
function hasMilkyWay(stage: Stage, { starlight }: SkyDesign): boolean {
  if (stage.forbids('milky-way') || starlight < 0.7) return false;
  const isDark = starlight === 1 && ['mountain', 'lake', 'desert', 'meadow'].includes(stage.plan.scene);
  return stage.wants('milky-way') || (isDark && stage.plan.weather === 'clear' && !stage.wants('aurora'));
}

function paintAir(stage: Stage, design: SkyDesign): HazeRow {
  const { raster, colors } = stage;
  const { width, height, pixels } = raster;
  const { horizon, light } = design;
  const ramp = buildRamp([
    [0, colors.zenith],
    [0.42, colors.upper],
    [0.78, colors.lower],
    [1, colors.horizon],
  ]);
  const overcast = design.cloudiness > 0.7 ? 0.35 : 1;
  const strength = GLOW[stage.plan.timeOfDay] * overcast * (design.disc || stage.plan.timeOfDay !== 'night' ? 1 : 0.25);
  const [gr, gg, gb] = colors.glow;
  const haze = new Float32Array(width * 3);
  const [hr, hg, hb] = colors.haze;
  const bottom = Math.min(height - 1, Math.ceil(horizon * height) + 1);
  for (let y = 0; y <= bottom; y++) {
    const v = (y + 0.5) / height;
    const base = rampIndex(v / horizon);
    const r = ramp[base]!;
    const g = ramp[base + 1]!;
    const b = ramp[base + 2]!;
    const dv = (v - light.v) * 1.25;
    for (let x = 0; x < width; x++) {
      const du = ((x + 0.5) / height - light.u) * 0.8;
      const distance = Math.sqrt(du * du + dv * dv);
      const glow = strength * (0.5 * Math.exp(-distance * 7) + 0.32 * Math.exp(-distance * 2.4));
      const i = (y * width + x) * 3;
      pixels[i] = r + gr * glow;
      pixels[i + 1] = g + gg * glow;
      pixels[i + 2] = b + gb * glow;
    }
  }
  for (let y = bottom + 1; y < height; y++)
    pixels.copyWithin(y * width * 3, bottom * width * 3, (bottom + 1) * width * 3);
  for (let x = 0; x < width; x++) {
    const du = ((x + 0.5) / height - light.u) * 0.8;
    const dv = Math.max(0, horizon - light.v - 0.04) * 1.25;
    const distance = Math.sqrt(du * du + dv * dv);
    const glow = strength * (0.32 * Math.exp(-distance * 5) + 0.3 * Math.exp(-distance * 2.2));
    haze[x * 3] = hr + gr * glow;
    haze[x * 3 + 1] = hg + gg * glow;
    haze[x * 3 + 2] = hb + gb * glow;
  }
  return haze;
}

/**
 * Brightness of sun and moon in linear light: well above that of the air, so that they stay the brightest part after tone
 * mapping.
 */
const SUN_BRIGHTNESS = 9;
const MOON_BRIGHTNESS = 1.35;
const TINTED_BRIGHTNESS = 4.5;

/** Saturates a colour so that it stays recognisable at the brightness of the sun. */
function deepened(color: Linear): Linear {
  const most = Math.max(...color, 0.05);
  const [r, g, b] = color.map((channel) => channel * (channel / most) ** 0.8);
  return [r!, g!, b!];
}

function paintDisc(stage: Stage, disc: Disc) {
  const { raster, colors } = stage;
  const { width, height, pixels } = raster;
  const noise = stage.noise('moon');
  const x0 = Math.max(0, Math.floor((disc.u - disc.radius) * height) - 2);
  const x1 = Math.min(width - 1, Math.ceil((disc.u + disc.radius) * height) + 2);
  const y0 = Math.max(0, Math.floor((disc.v - disc.radius) * height) - 2);
  const y1 = Math.min(height - 1, Math.ceil((disc.v + disc.radius) * height) + 2);
  // At full brightness a sun of any colour turns white, so a requested colour is deepened.
  const [requested] = stage.tints('disc');
  const [r, g, b] = requested && !disc.isMoon ? deepened(requested) : (requested ?? colors.sun);
  const shone: [place: number, light: number][] = [];
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const du = (x + 0.5) / height - disc.u;
      const dv = (y + 0.5) / height - disc.v;
      const reach = Math.sqrt(du * du + dv * dv) / disc.radius;
      const cover = clamp01((1 - reach) * disc.radius * height + 0.5);
      if (cover <= 0) continue;
      let light = requested ? TINTED_BRIGHTNESS : SUN_BRIGHTNESS;
      if (disc.isMoon) {
        const maria = noise.fbm((du / disc.radius) * 1.3 + 5, (dv / disc.radius) * 1.3 + 5, 4);
        const limb = Math.sqrt(Math.max(0, 1 - reach * reach));
        light = MOON_BRIGHTNESS * (0.72 + 0.28 * limb) * (1 - 0.62 * smoothstep(-0.06, 0.34, maria));
      }
      const i = (y * width + x) * 3;
      pixels[i] = pixels[i]! + (r * light - pixels[i]!) * cover;
      pixels[i + 1] = pixels[i + 1]! + (g * light - pixels[i + 1]!) * cover;
      pixels[i + 2] = pixels[i + 2]! + (b * light - pixels[i + 2]!) * cover;
      if (cover === 1) shone.push([i, pixels[i]!]);
    }
  }
  stage.watched = { element: disc.isMoon ? 'moon' : 'sun', shone };
  if (disc.isMoon) {
    const [gr, gg, gb] = colors.glow;
    addGlow(raster, disc.u * height, disc.v * height, disc.radius * height * 6, gr * 0.12, gg * 0.12, gb * 0.12);
  }
}

/**
 * Paints one layer of clouds in perspective, on a grid of half the size. That takes a quarter of the time, and clouds are too
 * soft for a visible difference.
 */
function paintClouds(stage: Stage, design: SkyDesign) {
  const { raster, colors, aspect } = stage;
  const { width, height, pixels } = raster;
  const { horizon, light, cloudiness } = design;
  const noise = stage.noise('clouds');
  const random = stage.random('clouds-design');
  const stretch = between(random, 0.34, 0.55) - 0.14 * cloudiness;
  const slant = between(random, -0.25, 0.25);
  const shiftX = random() * 100;
  const shiftZ = random() * 100;
  const gw = Math.ceil(width / 2) + 2;
  const gh = Math.ceil((horizon * height) / 2) + 2;
  const cover = new Float32Array(gw * gh);
  const lit = new Float32Array(gw * gh);
  const threshold = 0.4 - 0.62 * cloudiness;
  const softness = 0.26 + 0.24 * cloudiness;
  for (let gy = 0; gy < gh; gy++) {
    const v = (gy * 2) / height;
    const rise = (horizon - v) / horizon;
    const depth = 1 / (Math.max(0, rise) + 0.13);
    const thin = smoothstep(0.0, 0.12, rise) * (0.75 + 0.25 * smoothstep(1, 0.6, rise));
    for (let gx = 0; gx < gw; gx++) {
      const u = (gx * 2) / height;
      const px = (u - aspect / 2) * depth * 0.95;
      const pz = depth * 1.6;
      const x = px * stretch * 1.5 + pz * slant + shiftX;
      const z = pz * 1.5 + shiftZ;
      const warp = noise.gradient(x * 0.7 + 40, z * 0.7) * 0.55;
      const body = noise.fbm(x + warp, z + warp * 0.6, 5);
      const density = smoothstep(threshold, threshold + softness, body);
      const at = gy * gw + gx;
      cover[at] = density * thin;
      if (density <= 0) continue;
      // If the cloud is thinner in the direction of the light, the light reaches this side of it.
      const du = light.u - u;
      const dv = light.v - v;
      const away = Math.sqrt(du * du + dv * dv) + 0.001;
      const toward = noise.fbm(x + warp + (du / away) * 0.16, z + warp * 0.6 - (dv / away) * 0.3, 3);
      const near = Math.exp(-away * 2.1);
      lit[at] = clamp01(0.34 + (body - toward) * 1.5 + near * 0.62 - density * 0.3);
    }
  }
  const opacity = Math.min(0.95, 0.5 + 0.45 * cloudiness);
  let covered = 0;
  for (let at = 0; at < cover.length; at++) covered += cover[at]!;
  if ((covered / cover.length) * opacity > 0.04) stage.drawn.add('clouds');
  const glowing = mix(colors.cloudLight, colors.glow, 0.35);
  const bottom = Math.min(height, Math.ceil(horizon * height));
  for (let y = 0; y < bottom; y++) {
    const gy = y >> 1;
    const ty = (y & 1) * 0.5;
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const gx = x >> 1;
      const tx = (x & 1) * 0.5;
      const at = gy * gw + gx;
      const alpha = bilinear(cover, at, gw, tx, ty) * opacity;
      if (alpha < 0.002) continue;
      const shade = bilinear(lit, at, gw, tx, ty);
      const du = (x + 0.5) / height - light.u;
      const near = Math.exp(-Math.sqrt(du * du + (v - light.v) * (v - light.v)) * 3.2);
      const lightness = shade * (1 + near * 0.9);
      const i = (y * width + x) * 3;
      layCloud(pixels, i, 0, colors.cloudShade, glowing, shade, lightness, alpha);
      layCloud(pixels, i, 1, colors.cloudShade, glowing, shade, lightness, alpha);
      layCloud(pixels, i, 2, colors.cloudShade, glowing, shade, lightness, alpha);
    }
  }
}

function layCloud(
  pixels: Float32Array,
  i: number,
  channel: 0 | 1 | 2,
  shadow: Linear,
  bright: Linear,
  shade: number,
  lightness: number,
  alpha: number,
) {
  const color = shadow[channel] * (1 - shade) + bright[channel] * lightness;
  pixels[i + channel] = pixels[i + channel]! + (color - pixels[i + channel]!) * alpha;
}

function bilinear(grid: Float32Array, at: number, gridWidth: number, tx: number, ty: number): number {
  const top = grid[at]! + (grid[at + 1]! - grid[at]!) * tx;
  const bottom = grid[at + gridWidth]! + (grid[at + gridWidth + 1]! - grid[at + gridWidth]!) * tx;
  return top + (bottom - top) * ty;
}

/** Records the sun or moon as visible, unless the foreground hides most of it. */
export function noteDisc(stage: Stage) {
  const { watched, raster } = stage;
  if (!watched || watched.shone.length === 0) return;
  const share = watched.element === 'sun' ? 0.2 : 0.45;
  const left = watched.shone.filter(([place, light]) => raster.pixels[place]! > light * share).length;
  if (left > watched.shone.length * 0.3) stage.drawn.add(watched.element);
}
