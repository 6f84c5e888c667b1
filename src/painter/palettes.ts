import { hexOf, linearOf, linearOfOklab, mixEvenly, oklabOf } from './color.ts';
import { type Tint } from './tints.ts';
import { type Mood, type Season, type TimeOfDay, type Weather } from './vocabulary.ts';

/** Colours of the air, the light and the ground, each as `#rrggbb`. */
export interface Palette {
  /** Colours of the sky from straight above (`zenith`) down to the horizon. */
  zenith: string;
  upper: string;
  lower: string;
  horizon: string;
  /** Colour of the disc of the sun or moon. */
  sun: string;
  /** Colour of the air around the sun or moon, which lights it up. */
  glow: string;
  /** Colour of the air in the distance. */
  haze: string;
  cloudLight: string;
  cloudShade: string;
  /** Colour of the direct light on the ground. */
  light: string;
  /** Colour of the light from the open sky, which also reaches the shadows. */
  ambient: string;
  /** Colour of silhouettes in the foreground. */
  near: string;
  water: string;
}

const BY_TIME: Record<TimeOfDay, Palette> = {
  dawn: {
    zenith: '#3f5590',
    upper: '#8189bd',
    lower: '#e2aeb0',
    horizon: '#ffd9b4',
    sun: '#ffe3b8',
    glow: '#ff9f6b',
    haze: '#e4bfba',
    cloudLight: '#ffc9b2',
    cloudShade: '#8a86b0',
    light: '#ffb488',
    ambient: '#6f7aa6',
    near: '#20263c',
    water: '#2c3f63',
  },
  morning: {
    zenith: '#3c7cc2',
    upper: '#77aedd',
    lower: '#bbdcec',
    horizon: '#f6ecd6',
    sun: '#fff4d6',
    glow: '#ffe0a6',
    haze: '#cfe0ea',
    cloudLight: '#fffdf8',
    cloudShade: '#a5b7ce',
    light: '#fff0d0',
    ambient: '#7d9fc4',
    near: '#213a38',
    water: '#1d5874',
  },
  noon: {
    zenith: '#1f63b2',
    upper: '#4b92d4',
    lower: '#95c6e8',
    horizon: '#dbecf3',
    sun: '#fffaf0',
    glow: '#fff3d0',
    haze: '#bcd6e6',
    cloudLight: '#ffffff',
    cloudShade: '#9db3cc',
    light: '#fff8e8',
    ambient: '#7aa3cf',
    near: '#1d3a30',
    water: '#155a80',
  },
  'golden-hour': {
    zenith: '#5578a8',
    upper: '#a3a5b4',
    lower: '#efc083',
    horizon: '#ffdc98',
    sun: '#ffe6a8',
    glow: '#ffad48',
    haze: '#ecc797',
    cloudLight: '#ffe2b4',
    cloudShade: '#a08c92',
    light: '#ffc36e',
    ambient: '#7a7f9a',
    near: '#33291f',
    water: '#3f566c',
  },
  sunset: {
    zenith: '#2b3270',
    upper: '#77508f',
    lower: '#e5746a',
    horizon: '#ffb765',
    sun: '#ffd98a',
    glow: '#ff6f38',
    haze: '#cf8474',
    cloudLight: '#ff9670',
    cloudShade: '#5b4478',
    light: '#ff9152',
    ambient: '#5d5388',
    near: '#1c182c',
    water: '#2a2c58',
  },
  dusk: {
    zenith: '#0f2150',
    upper: '#2d4689',
    lower: '#7b72a8',
    horizon: '#eaa88e',
    sun: '#ffd2b0',
    glow: '#e98a70',
    haze: '#7673a3',
    cloudLight: '#c58ea6',
    cloudShade: '#38457a',
    light: '#a592b8',
    ambient: '#40558e',
    near: '#0c1328',
    water: '#15264c',
  },
  night: {
    zenith: '#050b20',
    upper: '#0a1a3c',
    lower: '#153360',
    horizon: '#2d547e',
    sun: '#f3f1e4',
    glow: '#7f9fce',
    haze: '#25466e',
    cloudLight: '#5f7ca6',
    cloudShade: '#101d3a',
    light: '#8fb0e0',
    ambient: '#1d3358',
    near: '#04080f',
    water: '#081834',
  },
};

type ColorShift = (lightness: number, a: number, b: number) => readonly [number, number, number];

function shiftAll(palette: Palette, shift: ColorShift, keys = Object.keys(palette) as (keyof Palette)[]): Palette {
  const shifted = { ...palette };
  for (const key of keys) shifted[key] = hexOf(linearOfOklab(shift(...oklabOf(linearOf(palette[key])))));
  return shifted;
}

const AIR: (keyof Palette)[] = ['zenith', 'upper', 'lower', 'horizon', 'haze', 'glow', 'cloudLight', 'cloudShade'];

const WEATHER_SHIFT: Record<Weather, { chroma: number; lift: number; pull: number }> = {
  clear: { chroma: 1.06, lift: 0, pull: 0 },
  'partly-cloudy': { chroma: 1.04, lift: 0, pull: 0 },
  cloudy: { chroma: 0.72, lift: -0.015, pull: 0.25 },
  fog: { chroma: 0.72, lift: 0.015, pull: 0.45 },
  rain: { chroma: 0.44, lift: -0.05, pull: 0.5 },
  snowfall: { chroma: 0.55, lift: 0.01, pull: 0.4 },
  snowstorm: { chroma: 0.4, lift: 0, pull: 0.5 },
  storm: { chroma: 0.6, lift: -0.06, pull: 0.2 },
};

/**
 * Changes of the palette by mood: a factor on chroma, and offsets of lightness (`lift`) and along the blue-yellow axis (positive
 * is warmer).
 */
const MOOD_SHIFT: Record<Mood, { chroma: number; lift: number; warmth: number }> = {
  calm: { chroma: 0.92, lift: 0.01, warmth: 0 },
  dramatic: { chroma: 1.16, lift: -0.04, warmth: 0 },
  joyful: { chroma: 1.25, lift: 0.02, warmth: 0.006 },
  melancholic: { chroma: 0.6, lift: -0.05, warmth: -0.012 },
  mysterious: { chroma: 0.82, lift: -0.06, warmth: -0.008 },
  romantic: { chroma: 1.06, lift: 0.01, warmth: 0.012 },
  warm: { chroma: 1.08, lift: 0, warmth: 0.025 },
  cool: { chroma: 0.95, lift: 0, warmth: -0.025 },
  minimal: { chroma: 0.7, lift: 0.03, warmth: 0 },
  dreamy: { chroma: 0.82, lift: 0.045, warmth: 0.006 },
};

const SEASON_WARMTH: Record<Season, number> = { spring: 0.002, summer: 0.008, autumn: 0.014, winter: -0.012 };

/**
 * Index of the requested colour that each colour of the palette follows: the upper air, shadows, land and water follow the first
 * colour, the lower air and the light the second.
 */
const TINT_ROLE: Record<keyof Palette, 0 | 1> = {
  zenith: 0,
  upper: 0,
  lower: 1,
  horizon: 1,
  sun: 1,
  glow: 1,
  haze: 1,
  cloudLight: 1,
  cloudShade: 0,
  light: 1,
  ambient: 0,
  near: 0,
  water: 0,
};

/** Share of a requested colour in the palette: below 0.5 it isn't visible, at 1 the picture has a single hue. */
const TINT_STRENGTH = 0.68;

function tint(palette: Palette, colors: readonly string[], keys = Object.keys(palette) as (keyof Palette)[]): Palette {
  if (colors.length === 0) return palette;
  const tinted = { ...palette };
  for (const key of keys) {
    const requested = oklabOf(linearOf(colors[Math.min(TINT_ROLE[key], colors.length - 1)]!));
    const [lightness, a, b] = oklabOf(linearOf(palette[key]));
    // Limits the chroma of very light and very dark colours, which would otherwise look unnatural.
    const room = Math.min(1, 2.6 * Math.min(lightness, 1.08 - lightness));
    const t = key === 'sun' ? 0.25 : TINT_STRENGTH;
    tinted[key] = hexOf(
      linearOfOklab([
        lightness + (requested[0] - lightness) * 0.22,
        a + (requested[1] * room - a) * t,
        b + (requested[2] * room - b) * t,
      ]),
    );
  }
  return tinted;
}

/**
 * Colours of the palette that change when the brief gives the sky a colour. The land keeps its own colours, apart from the haze
 * in the distance.
 */
const SKY: (keyof Palette)[] = ['zenith', 'upper', 'lower', 'horizon', 'haze', 'glow', 'cloudLight', 'cloudShade'];

function tintAll(palette: Palette, tints: readonly Tint[]): Palette {
  const of = (target: Tint['target']) => tints.filter((one) => one.target === target).map(({ hex }) => hex);
  let tinted = tint(palette, of('all'));
  tinted = tint(tinted, of('sky'), SKY);
  tinted = tint(tinted, of('disc').slice(0, 1), ['sun', 'glow']);
  return tint(tinted, of('clouds').slice(0, 1), ['cloudLight', 'cloudShade']);
}

/**
 * Colours of the sky in a storm by day, and the share with which they are mixed into the palette. They are darker at times of day
 * with less daylight.
 */
const STORM: Partial<Record<keyof Palette, readonly [color: string, share: number]>> = {
  zenith: ['#141a24', 0.75],
  upper: ['#2a3440', 0.72],
  lower: ['#55616b', 0.62],
  horizon: ['#9aa3a2', 0.5],
  haze: ['#6b767d', 0.6],
  cloudLight: ['#7f8a91', 0.7],
  cloudShade: ['#161b24', 0.85],
  light: ['#7b858c', 0.6],
  ambient: ['#4b5660', 0.6],
  water: ['#1d2a31', 0.6],
  glow: ['#8a8f8c', 0.5],
};

const SNOWSTORM: typeof STORM = {
  zenith: ['#8f9aa8', 0.7],
  upper: ['#a9b2bd', 0.75],
  lower: ['#c2c9d1', 0.8],
  horizon: ['#d3d8de', 0.8],
  haze: ['#ccd3da', 0.8],
  cloudLight: ['#d5dae0', 0.8],
  cloudShade: ['#8e99a6', 0.7],
  light: ['#bfc8d2', 0.5],
  ambient: ['#9aa6b3', 0.6],
};

/** Share of full daylight at each time of day. */
const DAYLIGHT: Record<TimeOfDay, number> = {
  dawn: 0.6,
  morning: 1,
  noon: 1,
  'golden-hour': 0.85,
  sunset: 0.6,
  dusk: 0.26,
  night: 0.09,
};

function blendedWith(palette: Palette, by: typeof STORM, timeOfDay: TimeOfDay): Palette {
  const changed = { ...palette };
  for (const [key, [color, share]] of Object.entries(by) as [keyof Palette, [string, number]][]) {
    const [r, g, b] = linearOf(color);
    // In a snowstorm the sky stays brighter at night, because falling snow reflects the lamps of a city.
    const left = by === SNOWSTORM ? 0.25 + 0.75 * DAYLIGHT[timeOfDay] : DAYLIGHT[timeOfDay];
    changed[key] = hexOf(mixEvenly(linearOf(palette[key]), [r * left, g * left, b * left], share));
  }
  return changed;
}

/** Reduces the chroma of palette colours whose hue is within about 40 degrees of an unwanted colour. */
function avoid(palette: Palette, colors: readonly string[]): Palette {
  let result = palette;
  for (const color of colors) {
    const [, ua, ub] = oklabOf(linearOf(color));
    const unwanted = Math.hypot(ua, ub);
    if (unwanted < 0.03) continue;
    result = shiftAll(result, (lightness, a, b) => {
      const chroma = Math.hypot(a, b);
      const likeness = chroma === 0 ? 0 : (a * ua + b * ub) / (chroma * unwanted);
      return likeness > 0.76 ? [lightness, a * 0.15, b * 0.15] : [lightness, a, b];
    });
  }
  return result;
}

/**
 * Chooses the palette of a scene: that of the time of day, changed by weather, season and mood, then by the requested and the
 * excluded colours.
 */
export function paletteFor(wish: {
  timeOfDay: TimeOfDay;
  weather: Weather;
  season?: Season;
  mood?: Mood;
  tints: readonly Tint[];
  excludedColors: readonly string[];
}): Palette {
  const weather = WEATHER_SHIFT[wish.weather];
  let palette = shiftAll(
    BY_TIME[wish.timeOfDay],
    (lightness, a, b) => [lightness + weather.lift, a * weather.chroma, b * weather.chroma],
    AIR,
  );
  const haze = linearOf(palette.haze);
  for (const key of ['upper', 'lower', 'horizon'] as const) {
    palette[key] = hexOf(mixEvenly(linearOf(palette[key]), haze, weather.pull));
  }
  const mood = wish.mood ? MOOD_SHIFT[wish.mood] : { chroma: 1, lift: 0, warmth: 0 };
  const warmth = mood.warmth + (wish.season ? SEASON_WARMTH[wish.season] : 0);
  palette = shiftAll(palette, (lightness, a, b) => [
    lightness + mood.lift * (1 - lightness) * 2,
    a * mood.chroma + warmth * 0.35,
    b * mood.chroma + warmth,
  ]);
  if (wish.weather === 'storm') palette = blendedWith(palette, STORM, wish.timeOfDay);
  if (wish.weather === 'snowstorm') palette = blendedWith(palette, SNOWSTORM, wish.timeOfDay);
  return avoid(tintAll(palette, wish.tints), wish.excludedColors);
}
