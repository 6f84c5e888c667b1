/**
 * Vocabulary of the embedded engine, as plain unions instead of enums, because the worker runs these files with their types
 * merely stripped.
 */

export const SCENES = [
  'mountain',
  'lake',
  'sea',
  'city',
  'aurora',
  'forest',
  'meadow',
  'desert',
  'cosmos',
  'abstract',
] as const;
export type Scene = (typeof SCENES)[number];

export const TIMES_OF_DAY = ['dawn', 'morning', 'noon', 'golden-hour', 'sunset', 'dusk', 'night'] as const;
export type TimeOfDay = (typeof TIMES_OF_DAY)[number];

export const WEATHERS = ['clear', 'partly-cloudy', 'cloudy', 'fog', 'rain', 'snowfall', 'snowstorm', 'storm'] as const;
export type Weather = (typeof WEATHERS)[number];

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
export type Season = (typeof SEASONS)[number];

export const MOODS = [
  'calm',
  'dramatic',
  'joyful',
  'melancholic',
  'mysterious',
  'romantic',
  'warm',
  'cool',
  'minimal',
  'dreamy',
] as const;
export type Mood = (typeof MOODS)[number];

/** Style of the whole picture: a mood of its light, or black and white. */
export const STYLES = [...MOODS, 'black-and-white'] as const;
export type Style = (typeof STYLES)[number];

export const ELEMENTS = [
  'mountains',
  'hills',
  'water',
  'trees',
  'blossom',
  'flowers',
  'snow-cover',
  'lights',
  'sun',
  'sun-rays',
  'moon',
  'stars',
  'milky-way',
  'aurora',
  'clouds',
  'lightning',
] as const;
export type Element = (typeof ELEMENTS)[number];

/** Elements in the sky. Landscapes, the sea and a city can show all of them. */
const HEAVENS = ['sun', 'sun-rays', 'moon', 'stars', 'milky-way', 'aurora', 'clouds', 'lightning'] as const;

/** Elements that a scene can draw. Words for other elements are reported as ignored. */
export const DRAWABLE: Record<Scene, readonly Element[]> = {
  mountain: [...HEAVENS, 'mountains', 'trees', 'blossom', 'snow-cover'],
  lake: [...HEAVENS, 'mountains', 'water', 'trees', 'blossom', 'snow-cover'],
  sea: [...HEAVENS, 'mountains', 'water', 'blossom'],
  city: [...HEAVENS, 'water', 'lights', 'blossom', 'snow-cover'],
  aurora: ['moon', 'stars', 'milky-way', 'aurora', 'mountains', 'water', 'trees', 'snow-cover'],
  forest: [...HEAVENS, 'trees', 'blossom', 'snow-cover'],
  meadow: [...HEAVENS, 'mountains', 'hills', 'trees', 'blossom', 'flowers', 'snow-cover'],
  desert: HEAVENS,
  cosmos: ['stars', 'milky-way'],
  abstract: [],
};

/** Scenes that are impossible without an element: a brief with `no sea` must not get a sea. */
export const HEART_OF: Partial<Record<Element, readonly Scene[]>> = {
  water: ['lake', 'sea'],
  mountains: ['mountain'],
  trees: ['forest'],
  aurora: ['aurora'],
  stars: ['cosmos'],
};

/** Scenes that often show an element. The engine doesn't choose them if the brief excludes the element. */
export const TYPICAL_OF: Partial<Record<Element, readonly Scene[]>> = {
  ...HEART_OF,
  mountains: ['mountain', 'lake', 'aurora'],
};

const OPEN_AIR = WEATHERS;
const NONE: readonly never[] = [];

/** Weather that a scene can show. Northern lights, for example, have no clouds, which would hide them. */
export const WEATHERS_OF: Record<Scene, readonly Weather[]> = {
  mountain: OPEN_AIR,
  lake: OPEN_AIR,
  sea: OPEN_AIR,
  city: OPEN_AIR,
  aurora: ['clear', 'fog', 'snowfall'],
  forest: OPEN_AIR,
  meadow: OPEN_AIR,
  desert: ['clear', 'partly-cloudy', 'cloudy', 'fog', 'rain', 'storm'],
  cosmos: NONE,
  abstract: NONE,
};

/** Seasons that a scene can show: an open sea looks the same in May and in October. */
export const SEASONS_OF: Record<Scene, readonly Season[]> = {
  mountain: SEASONS,
  lake: SEASONS,
  sea: NONE,
  city: ['winter'],
  aurora: ['winter'],
  forest: SEASONS,
  meadow: SEASONS,
  desert: NONE,
  cosmos: NONE,
  abstract: NONE,
};
