/** What the embedded renderer can draw. Plain unions: the worker runs these files with types merely stripped. */

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

export type Weather = 'clear' | 'cloudy' | 'fog' | 'rain' | 'snow' | 'storm';

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

export type Mood =
  | 'calm'
  | 'dramatic'
  | 'joyful'
  | 'melancholic'
  | 'mysterious'
  | 'romantic'
  | 'warm'
  | 'cool'
  | 'minimal'
  | 'dreamy';

export type Element =
  | 'sun'
  | 'moon'
  | 'stars'
  | 'milky-way'
  | 'clouds'
  | 'trees'
  | 'water'
  | 'mountains'
  | 'flowers'
  | 'lights'
  | 'aurora'
  | 'snow-cover';

/** Elements a scene family has code for. A word for any other element is reported as ignored. */
export const DRAWABLE: Record<Scene, readonly Element[]> = {
  mountain: ['sun', 'moon', 'stars', 'milky-way', 'clouds', 'trees', 'mountains', 'snow-cover'],
  lake: ['sun', 'moon', 'stars', 'milky-way', 'clouds', 'trees', 'water', 'mountains', 'snow-cover'],
  sea: ['sun', 'moon', 'stars', 'milky-way', 'clouds', 'water', 'mountains'],
  city: ['sun', 'moon', 'stars', 'clouds', 'water', 'lights'],
  aurora: ['moon', 'stars', 'milky-way', 'trees', 'water', 'mountains', 'aurora', 'snow-cover'],
  forest: ['sun', 'moon', 'stars', 'trees', 'snow-cover'],
  meadow: ['sun', 'moon', 'stars', 'clouds', 'trees', 'mountains', 'flowers'],
  desert: ['sun', 'moon', 'stars', 'milky-way', 'clouds'],
  cosmos: ['stars', 'milky-way'],
  abstract: [],
};

/** Elements a viewer may forbid, by the scene whose heart they are: `no sea` must not leave a sea. */
export const HEART_OF: Partial<Record<Element, readonly Scene[]>> = {
  water: ['lake', 'sea'],
  mountains: ['mountain', 'lake'],
  trees: ['forest'],
  aurora: ['aurora'],
  stars: ['cosmos'],
};
