import type { BriefInterpretation } from './brief-interpretation.ts';
import { type Element, type Scene, type Season, type TimeOfDay, type Weather } from './vocabulary.ts';

const SCENE: Record<Scene, string> = {
  mountain: 'Mountains',
  lake: 'Lake',
  sea: 'Sea',
  city: 'City skyline',
  aurora: 'Northern lights',
  forest: 'Forest',
  meadow: 'Meadow',
  desert: 'Desert dunes',
  cosmos: 'Nebula in space',
  abstract: 'Abstract folds of silk',
};

const LIGHT: Record<TimeOfDay, string> = {
  dawn: 'at dawn',
  morning: 'in the morning',
  noon: 'at midday',
  'golden-hour': 'at golden hour',
  sunset: 'at sunset',
  dusk: 'at dusk',
  night: 'at night',
};

const WEATHER: Record<Weather, string> = {
  clear: 'under a clear sky',
  'partly-cloudy': '',
  cloudy: 'under a cloudy sky',
  fog: 'in fog',
  rain: 'in the rain',
  snowfall: 'in falling snow',
  snowstorm: 'in a snowstorm',
  storm: 'in a storm',
};

const SEASON: Record<Season, string> = {
  spring: 'in spring',
  summer: 'in summer',
  autumn: 'in autumn',
  winter: 'in winter',
};

type CaptionFacts = Pick<BriefInterpretation, 'scene' | 'light' | 'weather' | 'season' | 'style' | 'palette'>;

/** Title of a picture, made from its scene, season, time of day, weather and style, and the colours of a pattern. */
export function captionOf({ scene, light, weather, season, style, palette }: CaptionFacts): string {
  const isPattern = scene.value === 'abstract' || scene.value === 'cosmos';
  return [
    SCENE[scene.value],
    isPattern && palette.length > 0 ? `in ${listed(palette.map(({ name }) => name))}` : '',
    season ? SEASON[season.value] : '',
    // A pattern has no sky, so its title names the colours of the time of day.
    light ? (scene.value === 'abstract' ? `in the colours of ${HOUR[light.value]}` : LIGHT[light.value]) : '',
    weather && (weather.isFromBrief || weather.value !== 'clear') ? WEATHER[weather.value] : '',
    style.some(({ value }) => value === 'black-and-white') ? 'in black and white' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const HOUR: Record<TimeOfDay, string> = {
  dawn: 'dawn',
  morning: 'morning',
  noon: 'midday',
  'golden-hour': 'golden hour',
  sunset: 'sunset',
  dusk: 'dusk',
  night: 'night',
};

/** Words for an element in a title or alt text. Empty if the scene implies the element. */
function phraseOf(element: Element, { scene, light }: BriefInterpretation): string {
  const isLow = light && ['dawn', 'golden-hour', 'sunset'].includes(light.value);
  switch (element) {
    case 'mountains':
      return scene.value === 'mountain' ? '' : 'mountains behind';
    case 'hills':
      return 'hills behind';
    case 'water':
      return scene.value === 'lake' || scene.value === 'sea' ? '' : 'still water in front';
    case 'trees':
      return scene.value === 'forest' ? '' : 'trees';
    case 'blossom':
      return 'a cherry tree in blossom';
    case 'flowers':
      return 'flowers in the grass';
    case 'snow-cover':
      return scene.value === 'city' ? 'snow on the roofs' : scene.value === 'mountain' ? 'snow on the slopes' : 'snow';
    case 'lights':
      return 'lit windows';
    case 'sun':
      return isLow ? 'a low sun' : 'the sun';
    case 'sun-rays':
      return 'rays of sunlight';
    case 'moon':
      return 'the moon';
    case 'milky-way':
      return 'the Milky Way';
    case 'aurora':
      return scene.value === 'aurora' ? '' : 'northern lights';
    case 'lightning':
      return 'a flash of lightning';
    case 'stars':
    case 'clouds':
      return element;
  }
}

/** Alt text of a picture: one sentence that only describes visible content. */
export function altOf(understood: BriefInterpretation): string {
  const { scene, composition, palette } = understood;
  const isPattern = scene.value === 'abstract' || scene.value === 'cosmos';
  const parts = composition.map(({ value }) => phraseOf(value, understood)).filter(Boolean);
  const colors = isPattern || palette.length === 0 ? [] : [`tones of ${listed(palette.map(({ name }) => name))}`];
  return [captionOf(understood), ...parts, ...colors].join(', ');
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
