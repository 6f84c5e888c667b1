import { withoutMarks } from '../../proof/normal-form.ts';
import { type Element, type Mood, type Scene, type Season, type TimeOfDay, type Weather } from './vocabulary.ts';

/** What a word or a phrase of a brief stands for. One word may say several things: `snowy` is a season and a cover. */
export type Meaning =
  | { kind: 'scene'; value: Scene; element?: Element }
  | { kind: 'timeOfDay'; value: TimeOfDay }
  | { kind: 'weather'; value: Weather }
  | { kind: 'season'; value: Season }
  | { kind: 'mood'; value: Mood }
  | { kind: 'element'; value: Element }
  | { kind: 'color'; value: string };

/** Lower case, no accents, straight apostrophes: the form in which the lexicon is written and looked up. */
export function fold(text: string): string {
  return withoutMarks(text, 'NFKD').replace(/œ/gi, 'oe').replace(/[’ʼ`]/g, "'").toLowerCase();
}

const entries = new Map<string, Meaning[]>();

/** The longest phrase of the lexicon, in words. */
export let longestPhrase = 1;

function teach(meaning: Meaning, words: string) {
  for (const phrase of words.split(',').map((word) => word.trim())) {
    const known = entries.get(phrase);
    if (known) known.push(meaning);
    else entries.set(phrase, [meaning]);
    longestPhrase = Math.max(longestPhrase, phrase.split(' ').length);
  }
}

function teachAll<V extends string>(words: Partial<Record<V, string>>, meaningOf: (value: V) => Meaning) {
  for (const [value, phrases] of Object.entries(words) as [V, string][]) teach(meaningOf(value), phrases);
}

const SCENE_WORDS: Record<Scene, string> = {
  mountain:
    'mountain, mountainous, peak, summit, ridge, alps, alpine, alp, massif, himalaya, cliff, ski, montagne, sommet, cime, crete, alpes, alpin, massif, pic, pyrenees, dolomites, rockies',
  lake: 'lake, lakeside, fjord, tarn, pond, lac, etang, mountain lake, lac de montagne, lac alpin, alpine lake',
  sea: 'sea, seaside, ocean, beach, coast, shore, wave, bay, horizon marin, mer, plage, cote, vague, baie, littoral, seascape, bord de mer, marine, rivage',
  city: 'city, skyline, skyscraper, downtown, town, urban, cityscape, metropolis, building, tower, ville, gratte-ciel, immeuble, metropole, urbain, urbaine, centre-ville, tour, new york, manhattan, tokyo, paris, london, londres',
  aurora:
    'aurora, aurora borealis, northern lights, northern light, polar lights, aurore boreale, aurores boreales, aurores polaires, aurore polaire',
  forest: 'forest, wood, woodland, woods, conifer forest, foret, bois, sous-bois, pinede, taiga',
  meadow:
    'meadow, field, hill, grassland, countryside, prairie, pasture, valley, champ, colline, pre, campagne, paturage, vallee, vallon',
  desert: 'desert, dune, sahara, sand, sand dune, sable, dune de sable',
  cosmos:
    'space, galaxy, nebula, cosmos, cosmic, universe, outer space, deep space, espace, galaxie, nebuleuse, univers, cosmique',
  abstract:
    'abstract, gradient, texture, pattern, silk, fluid, flow, flowing, abstraction, abstrait, abstraite, degrade, soie, fluide, geometric waves, marbre, marble',
};

/** Said together with another scene, these words still find their place in it. */
const ELEMENT_OF_SCENE: Partial<Record<Scene, Element>> = {
  mountain: 'mountains',
  lake: 'water',
  sea: 'water',
  aurora: 'aurora',
  forest: 'trees',
  cosmos: 'milky-way',
};

for (const [value, phrases] of Object.entries(SCENE_WORDS) as [Scene, string][]) {
  teach({ kind: 'scene', value, element: ELEMENT_OF_SCENE[value] }, phrases);
}

teachAll<TimeOfDay>(
  {
    dawn: 'dawn, daybreak, sunrise, first light, early morning, aube, aurore, lever du soleil, lever de soleil, lever du jour, point du jour, petit matin',
    morning: 'morning, matin, matinee, matinal, matinale',
    noon: 'noon, midday, day, daylight, daytime, sunny, afternoon, midi, jour, plein jour, journee, ensoleille, ensoleillee, apres-midi, grand soleil',
    'golden-hour':
      'golden hour, golden light, late afternoon, heure doree, lumiere doree, fin de journee, fin d apres-midi',
    sunset: 'sunset, sundown, setting sun, coucher de soleil, coucher du soleil, soleil couchant, couchant',
    dusk: 'dusk, twilight, blue hour, evening, nightfall, crepuscule, heure bleue, soir, soiree, tombee de la nuit, tombee du jour',
    night:
      'night, midnight, nocturnal, nighttime, by night, at night, nuit, minuit, nocturne, de nuit, moonlight, clair de lune, moonlit, night sky, ciel nocturne',
  },
  (value) => ({ kind: 'timeOfDay', value }),
);

teachAll<Weather>(
  {
    clear: 'clear, clear sky, cloudless, blue sky, ciel clair, ciel degage, degage, ciel bleu',
    cloudy: 'cloudy, overcast, grey sky, gray sky, nuageux, nuageuse, couvert, ciel couvert, ciel gris',
    fog: 'fog, foggy, mist, misty, haze, hazy, brouillard, brume, brumeux, brumeuse, voile',
    rain: 'rain, rainy, drizzle, shower, pluie, pluvieux, pluvieuse, averse, bruine',
    snow: 'snowfall, snowing, snowflake, blizzard, falling snow, chute de neige, neige qui tombe, il neige, flocon',
    storm: 'storm, stormy, thunderstorm, tempest, orage, orageux, orageuse, tempete',
  },
  (value) => ({ kind: 'weather', value }),
);

teachAll<Season>(
  {
    spring: 'spring, springtime, printemps, printanier, printaniere',
    summer: 'summer, summertime, ete, estival, estivale',
    autumn: 'autumn, fall, autumnal, automne, automnal, automnale',
    winter: 'winter, wintry, christmas, hiver, hivernal, hivernale, noel',
  },
  (value) => ({ kind: 'season', value }),
);

teachAll<Mood>(
  {
    calm: 'calm, serene, peaceful, quiet, tranquil, still, soothing, relaxing, silent, zen, calme, serein, sereine, paisible, tranquille, apaisant, apaisante, silencieux, silencieuse',
    dramatic: 'dramatic, epic, majestic, powerful, intense, dramatique, epique, majestueux, majestueuse, grandiose',
    joyful:
      'joyful, happy, cheerful, vibrant, vivid, lively, colorful, colourful, joyeux, joyeuse, vif, vive, colore, coloree, gai, gaie',
    melancholic:
      'melancholic, melancholy, sad, lonely, moody, somber, sombre, gloomy, melancolique, melancolie, triste, morose',
    mysterious: 'mysterious, mystic, mystical, eerie, haunting, mysterieux, mysterieuse, mystique, etrange',
    romantic: 'romantic, tender, romantique, tendre',
    warm: 'warm, cosy, cozy, hot, chaud, chaude, chaleureux, chaleureuse',
    cool: 'cool, cold, fresh, icy, frosty, chilly, froid, froide, frais, fraiche, glace, glacee',
    minimal: 'minimal, minimalist, simple, clean, minimaliste, epure, epuree, sobre',
    dreamy: 'dreamy, soft, ethereal, gentle, pastel, delicate, onirique, doux, douce, feerique, reveur, reveuse',
  },
  (value) => ({ kind: 'mood', value }),
);

teachAll<Element>(
  {
    sun: 'sun, sunlight, sunshine, soleil, sunbeam, rayon de soleil, ray, rayon',
    moon: 'moon, full moon, moonlight, moonlit, lune, pleine lune, clair de lune',
    stars: 'star, starry, starlight, starry sky, etoile, etoilee, ciel etoile',
    'milky-way': 'milky way, voie lactee',
    clouds: 'cloud, nuage',
    trees: 'tree, pine, fir, spruce, conifer, evergreen, larch, arbre, pin, sapin, epicea, conifere, meleze',
    water:
      'water, reflection, reflected, reflecting, river, harbor, harbour, waterfront, eau, reflet, riviere, fleuve, port, mirror, miroir',
    flowers:
      'flower, wildflower, blossom, poppy, poppies, daisy, daisies, lavender field, fleur, fleuri, fleurie, coquelicot, paquerette',
    lights: 'window, city lights, fenetre, lumieres de la ville, neon, lights, lumieres',
    'snow-cover': 'snow, snowy, snow-capped, snow-covered, snowcapped, neige, enneige, enneigee, enneiges, enneigees',
  },
  (value) => ({ kind: 'element', value }),
);

teachAll<string>(
  {
    '#d23c3c': 'red, rouge',
    '#b3122f': 'crimson, scarlet, carmin, ecarlate, cramoisi',
    '#f08a3c': 'orange',
    '#f2a65a': 'amber, apricot, ambre, abricot',
    '#e8b923': 'gold, golden, dore, doree',
    '#f3d13b': 'yellow, jaune',
    '#4f9d57': 'green, vert, verte',
    '#2f8f74': 'emerald, emeraude',
    '#9dc08b': 'sage, mint, sauge, menthe',
    '#2a9d9d': 'teal, sarcelle, canard, bleu canard',
    '#35c2c9': 'turquoise, cyan, aqua',
    '#3f74d1': 'blue, bleu, bleue',
    '#1d2f6f': 'navy, navy blue, bleu marine, bleu nuit, midnight blue',
    '#4b3fa7': 'indigo',
    '#8a4fc0': 'purple, violet, violette, pourpre, mauve',
    '#b59be0': 'lavender, lilac, lavande, lilas',
    '#e58ab0': 'pink, rose',
    '#d6409f': 'magenta, fuchsia',
    '#f0836f': 'coral, salmon, corail, saumon, peach, peche',
    '#8a5a3b': 'brown, marron, brun, brune',
    '#c8674a': 'terracotta, rust, ocre, ochre, rouille, terre cuite',
    '#ead9b8': 'beige, cream, ivory, creme, ivoire',
    '#f4f4f2': 'white, blanc, blanche',
    '#8c9299': 'grey, gray, gris, grise, silver, argent, argente',
    '#15161a': 'black, noir, noire',
  },
  (value) => ({ kind: 'color', value }),
);

/** What a word or phrase, already folded, means; plural endings of both languages are tried as well. */
export function meaningsOf(phrase: string): readonly Meaning[] | undefined {
  return (
    entries.get(phrase) ??
    (phrase.endsWith('ies') ? entries.get(`${phrase.slice(0, -3)}y`) : undefined) ??
    (phrase.endsWith('es') ? entries.get(phrase.slice(0, -2)) : undefined) ??
    (/[sx]$/.test(phrase) ? entries.get(phrase.slice(0, -1)) : undefined) ??
    pluralPhrase(phrase)
  );
}

/** `lacs de montagne`, `champs fleuris`: each word loses its own ending. */
function pluralPhrase(phrase: string): readonly Meaning[] | undefined {
  if (!phrase.includes(' ')) return undefined;
  return entries.get(
    phrase
      .split(' ')
      .map((word) => word.replace(/(?<=\w{3})[sx]$/, ''))
      .join(' '),
  );
}

const words = (text: string) => new Set(text.trim().split(/\s+/));

export const NEGATIONS = words('no without sans aucun aucune not except sauf');

/** Conjunctions that carry a negation on: `no people or birds`, `sans gens ni oiseaux`. */
export const CARRY_ON = words('or nor ou ni');

/** Where a negated phrase ends besides punctuation. */
export const BOUNDARIES = words(
  'in on at with under over near by above below behind during and but dans sur au aux avec sous pres pendant et mais devant derriere vers',
);

/** Words that carry no wish: grammar, and the names of what every render is anyway. */
export const STOP_WORDS = words(`
  a an the of in on at with under over near by above below behind during and but or nor from to into for is are be
  this that these those its his her their our my some any very more most as it into through across along around between
  front there where which while
  un une le la les l d de du des en dans sur au aux avec sous pres pendant et mais ou ni a par pour est sont ce cette ces
  son sa ses leur leurs nos notre mon ma mes tres plus comme il elle qui que se s n y vers devant derriere entre chez
  pas ne qu autour travers dessus dessous
  image picture photo photograph photography scene view landscape background wallpaper banner visual render rendering
  paysage vue fond decor visuel photographie ecran illustration sky ciel light lumiere horizon
  beautiful nice pretty lovely stunning gorgeous great good beau bel belle beaux belles joli jolie magnifique superbe
  please create make show draw depict featuring s'il vous plait cree montre dessine faire lointain lointains lointaine
  distant far away large wide big small little grand grande grands grandes petit petite petits petites
`);
