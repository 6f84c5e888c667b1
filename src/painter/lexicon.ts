import { withoutMarks } from '../proof/normal-form.ts';
import { COLOR_NAMES, type ColorName } from './color-names.ts';
import { type Element, type Mood, type Scene, type Season, type TimeOfDay, type Weather } from './vocabulary.ts';

/** A meaning of a word or phrase in a brief. One word can have several: `moonlight` means a time of day and a moon. */
export type Meaning =
  | { kind: 'scene'; value: Scene; element?: Element }
  | { kind: 'timeOfDay'; value: TimeOfDay }
  | { kind: 'weather'; value: Weather }
  | { kind: 'season'; value: Season }
  | { kind: 'mood'; value: Mood }
  | { kind: 'blackAndWhite' }
  | { kind: 'element'; value: Element }
  /** The colour as `#rrggbb`. */
  | { kind: 'color'; value: string };

const APOSTROPHES = /['\u2018\u2019\u02bc\u02b9\u2032\u00b4\uff07`]/g;

/** Folds a text to the form in which the lexicon is written and looked up: lower case, no accents, straight apostrophes. */
export function fold(text: string): string {
  return withoutMarks(text.replace(APOSTROPHES, "'"), 'NFKD')
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .toLowerCase();
}

const entries = new Map<string, Meaning[]>();

/** Number of words in the longest phrase of the lexicon. */
export let longestPhrase = 1;

/**
 * Adds words with a meaning to the lexicon. Hyphens count as spaces, as in lookups: `snow-capped` and `snow capped` are one
 * phrase.
 */
function teach(meaning: Meaning, words: string) {
  for (const phrase of words.split(',').map((word) => word.trim().replaceAll('-', ' '))) {
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
    'mountain, mountainous, mountainside, peak, summit, ridge, alps, alpine, alp, massif, himalaya, himalayas, cliff, ski, montagne, sommet, cime, crete, alpes, alpin, alpine, pyrenees, dolomites, rockies, 🏔, ⛰, 🗻',
  lake: 'lake, lakeside, fjord, tarn, pond, lac, etang, mountain lake, lac de montagne, lac alpin, alpine lake',
  sea: 'sea, seaside, ocean, beach, coast, shore, wave, bay, horizon marin, mer, plage, cote, vague, baie, littoral, seascape, bord de mer, marine, rivage, 🌊',
  city: 'city, skyline, skyscraper, downtown, town, urban, cityscape, metropolis, building, tower, ville, gratte-ciel, immeuble, metropole, urbain, urbaine, centre-ville, new york, manhattan, tokyo, paris, london, londres, 🏙, 🌃, 🌆',
  aurora:
    'aurora, aurora borealis, northern lights, northern light, polar lights, aurore boreale, aurores boreales, aurores polaires, aurore polaire',
  forest: 'forest, wood, woodland, woods, conifer forest, foret, bois, sous-bois, pinede, taiga',
  meadow:
    'meadow, field, grassland, countryside, prairie, pasture, valley, champ, pre, les pres, des pres, aux pres, campagne, paturage, vallee, vallon',
  desert: 'desert, dune, sahara, sand, sand dune, sable, dune de sable, 🏜',
  cosmos:
    'space, galaxy, nebula, cosmos, cosmic, universe, outer space, deep space, espace, galaxie, nebuleuse, univers, cosmique',
  abstract:
    'abstract, gradient, texture, pattern, silk, fluid, abstraction, abstrait, abstraite, degrade, soie, fluide, geometric waves, marbre, marble',
};

/** Elements that these scenes add when the brief also names another scene, which is then painted. */
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
    dawn: 'dawn, pre-dawn, predawn, daybreak, sunrise, first light, early morning, aube, aurore, lever du soleil, lever de soleil, lever du jour, point du jour, petit matin, 🌅, 🌄',
    morning: 'morning, matin, matinee, matinal, matinale',
    noon: 'noon, midday, day, daylight, daytime, sunny, afternoon, blue sky, midi, jour, plein jour, journee, ciel bleu, ensoleille, ensoleillee, apres-midi, grand soleil',
    'golden-hour':
      'golden hour, golden light, golden-hour light, late afternoon, lumiere or, heure doree, lumiere doree, fin de journee, fin d apres-midi',
    sunset: 'sunset, sundown, setting sun, coucher de soleil, coucher du soleil, soleil couchant, couchant',
    dusk: 'dusk, twilight, blue hour, evening, nightfall, crepuscule, heure bleue, soir, soiree, tombee de la nuit, tombee du jour',
    night:
      'night, midnight, nocturnal, nighttime, by night, at night, nuit, minuit, nocturne, de nuit, moonlight, clair de lune, moonlit, night sky, ciel nocturne, starry night, nuit etoilee, 🌃',
  },
  (value) => ({ kind: 'timeOfDay', value }),
);

teachAll<Weather>(
  {
    clear: 'clear, clear sky, cloudless, cloudless sky, blue sky, ciel clair, ciel degage, degage, ciel bleu',
    'partly-cloudy':
      'partly cloudy, scattered clouds, a few clouds, some clouds, few clouds, quelques nuages, eclaircies, ⛅',
    cloudy:
      'cloudy, overcast, grey sky, gray sky, nuageux, nuageuse, couvert, ciel couvert, ciel gris, cloudy sky, ciel nuageux, ☁',
    fog: 'fog, foggy, mist, misty, haze, hazy, brouillard, brume, brumeux, brumeuse, 🌫',
    rain: 'rain, rainy, raining, drizzle, shower, pluie, pluvieux, pluvieuse, averse, bruine, il pleut, 🌧',
    snowfall:
      'snowfall, snow fall, snowing, snowflake, falling snow, light snow, chute de neige, neige qui tombe, il neige, flocon, flocon de neige, ❄, 🌨',
    snowstorm: 'snowstorm, snow storm, blizzard, heavy snow, tempete de neige, tourmente de neige, tourmente',
    storm:
      'storm, stormy, thunderstorm, thunder storm, thunder, tempest, hurricane, orage, orageux, orageuse, tempete, tonnerre, ⛈, 🌩',
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

teach(
  { kind: 'blackAndWhite' },
  'black and white, black white, b w, bw, monochrome, monochromatic, grayscale, greyscale, noir et blanc, noir blanc, en noir et blanc',
);

teachAll<Element>(
  {
    sun: 'sun, sunlight, sunshine, soleil, sunlit, ☀, 🌞',
    'sun-rays':
      'sun ray, sunray, sunbeam, sun beam, ray of sun, ray of sunlight, ray of light, light ray, god ray, ray, beam of light, shaft of light, light shaft, sunlight ray, rayon de soleil, rayon de lumiere, rayon du soleil, rayon, rai de lumiere',
    moon: 'moon, full moon, moonlight, moonlit, lune, pleine lune, clair de lune, 🌙, 🌕',
    stars: 'star, starry, starlight, starry sky, starry night, nuit etoilee, etoile, etoilee, ciel etoile, ⭐, 🌟, ✨',
    'milky-way': 'milky way, voie lactee, 🌌',
    clouds: 'cloud, nuage, scattered clouds, a few clouds, some clouds, few clouds, quelques nuages',
    lightning:
      'lightning, lightning bolt, thunderbolt, lightning strike, thunderstorm, thunder storm, thunder, orage, orageux, orageuse, tonnerre, eclair, foudre, ⚡, ⛈, 🌩',
    hills: 'hill, hillside, hilly, rolling hills, colline, coteau',
    trees:
      'tree, pine, pine tree, fir, fir tree, spruce, conifer, evergreen, larch, arbre, pin, sapin, epicea, conifere, meleze, 🌲',
    blossom:
      'cherry blossom, cherry tree, cherry tree blossom, cherry, sakura, blossoming cherry tree, blossoming tree, tree in blossom, trees in blossom, tree in bloom, cherry tree in bloom, cherry trees in bloom, cherry trees in blossom, cherry tree in blossom, blossoming trees, almond blossom, almond tree, apple blossom, apple tree in blossom, plum blossom, cerisier, cerisier en fleur, cerisier fleuri, fleur de cerisier, arbre en fleur, amandier en fleur, pommier en fleur, amandier, 🌸',
    water:
      'water, reflection, reflected, reflecting, river, harbor, harbour, waterfront, eau, reflet, riviere, fleuve, port, mirror, miroir',
    flowers:
      'flower, wildflower, wild flower, blossom, bloom, in bloom, in full bloom, blooming, poppy, daisy, sunflower, tulip, lavender field, fleur, fleuri, fleurie, en fleur, fleur sauvage, coquelicot, paquerette, tournesol, tulipe, champ de lavande, pre fleuri, 🌼, 🌷, 🌻',
    lights: 'window, city lights, fenetre, lumieres de la ville, neon, lights, lumieres, lit windows',
    'snow-cover': 'snow, snowy, snow-capped, snow-covered, snowcapped, neige, enneige, enneigee, enneiges, enneigees',
  },
  (value) => ({ kind: 'element', value }),
);

teach({ kind: 'scene', value: 'meadow' }, 'lavender field, champ de lavande, pre fleuri, pre vert');

const COLOR_WORDS: Partial<Record<ColorName, string>> = {
  red: 'red, reddish, rouge',
  crimson: 'crimson, scarlet, carmin, ecarlate, cramoisi',
  maroon: 'maroon, burgundy, bordeaux',
  orange: 'orange',
  amber: 'amber, apricot, ambre, abricot',
  gold: 'gold, golden, dore, doree',
  yellow: 'yellow, jaune',
  lime: 'lime, lime green, vert citron',
  olive: 'olive, khaki, vert olive',
  green: 'green, vert, verte',
  'dark green': 'dark green, forest green, vert fonce, vert sapin',
  emerald: 'emerald, emeraude, sea green',
  sage: 'sage, mint, sauge, menthe',
  teal: 'teal, sarcelle, canard, bleu canard',
  turquoise: 'turquoise, cyan, aqua',
  'light blue': 'light blue, pale blue, sky blue, baby blue, bleu clair, bleu ciel',
  blue: 'blue, bleu, bleue',
  navy: 'navy, navy blue, dark blue, bleu marine, bleu nuit, bleu fonce, midnight blue',
  indigo: 'indigo',
  purple: 'purple, violet, violette, pourpre, mauve',
  lavender: 'lavender, lilac, lavande, lilas',
  pink: 'pink, rose',
  magenta: 'magenta, fuchsia',
  coral: 'coral, salmon, corail, saumon, peach, peche',
  brown: 'brown, marron, brun, brune',
  terracotta: 'terracotta, rust, ocre, ochre, rouille, terre cuite',
  beige: 'beige, cream, ivory, creme, ivoire',
  white: 'white, blanc, blanche',
  grey: 'grey, gray, gris, grise, silver, argent, argente',
  black: 'black, noir, noire',
};
teachAll(COLOR_WORDS, (name) => ({ kind: 'color', value: COLOR_NAMES[name] }));
// Names of flowers that also request the colour of the flower.
teach({ kind: 'color', value: COLOR_NAMES.lavender }, 'lavender field, champ de lavande');
teach({ kind: 'color', value: COLOR_NAMES.red }, 'poppy, coquelicot');
teach({ kind: 'color', value: COLOR_NAMES.yellow }, 'sunflower, tournesol');
teach({ kind: 'color', value: COLOR_NAMES.white }, 'daisy, paquerette');

/** Meanings of a folded word or phrase. Also tries the plural endings of English and French. */
export function meaningsOf(phrase: string): readonly Meaning[] | undefined {
  return (
    entries.get(phrase) ??
    (phrase.endsWith('ies') ? entries.get(`${phrase.slice(0, -3)}y`) : undefined) ??
    (phrase.endsWith('es') ? entries.get(phrase.slice(0, -2)) : undefined) ??
    (/[sx]$/.test(phrase) ? entries.get(phrase.slice(0, -1)) : undefined) ??
    pluralPhrase(phrase)
  );
}

/** Finds plural phrases such as `lacs de montagne` and `champs fleuris`, in which each word has its own plural ending. */
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

export const NEGATIONS = words(
  "no without sans aucun aucune not don't except excluding exclude avoid sauf hormis ni jamais never ohne senza",
);

/** Conjunctions after which a negation still applies: `no people or birds`, `sans gens ni oiseaux`. */
export const CARRY_ON = words('or nor ou ni');

/** Words that end a negated phrase, in addition to punctuation. */
export const BOUNDARIES = words(
  'in on at with under over near by above below behind during and but dans sur au aux avec sous pres pendant et mais devant derriere vers',
);

/** Words that request nothing: grammatical words, and words such as `picture` that are true of every render. */
export const STOP_WORDS = words(`
  a an the of in on at with under over near by above below behind during and but or nor from to into for is are be
  this that these those its his her their our my some any very more most as it into through across along around between
  front there where which while
  un une le la les l d de du des en dans sur au aux avec sous pres pendant et mais ou ni a par pour est sont ce cette ces
  son sa ses leur leurs nos notre mon ma mes tres plus comme il elle qui que se s n y vers devant derriere entre chez
  pas ne qu autour travers dessus dessous
  something anything nothing thing things there's it's let's i we you me us want like need would
  pic image images picture pictures photo photos photograph photography scene scenery view views landscape landscapes background wallpaper banner visual render rendering
  paysage vue fond decor visuel photographie ecran illustration sky ciel light lumiere horizon
  beautiful nice pretty lovely stunning gorgeous great good beau bel belle beaux belles joli jolie magnifique superbe
  please create make show draw depict featuring s'il vous plait cree montre dessine faire lointain lointains lointaine
  distant far away large wide big small little grand grande grands grandes petit petite petits petites
`);

/**
 * Phrases that request nothing although one of their words alone would: `à côté de` (beside) contains `côté`, but means no coast.
 */
export const STOP_PHRASES: ReadonlySet<string> = new Set([
  'a cote de',
  'a cote du',
  'a cote',
  'cote a cote',
  'open space',
]);

/** Nouns for things that most pictures have, such as `sky`, with the part of the picture that gets the colour of the noun. */
export const TINTED: ReadonlyMap<string, 'sky' | 'all' | 'ground'> = new Map([
  ...['sky', 'skies', 'ciel', 'light', 'lumiere', 'horizon', 'glow', 'lueur', 'sunset', 'sunrise'].map(
    (word) => [word, 'sky'] as const,
  ),
  ...(
    'tone tones hue hues tint tints shade shades palette color colors colour colours accent accents vibe mood atmosphere ' +
    'background backdrop wallpaper picture image gradient ton tons teinte teintes nuance nuances couleur couleurs ambiance ' +
    'fond dominante'
  )
    .split(' ')
    .map((word) => [word, 'all'] as const),
  ...['grass', 'herbe', 'leaves', 'leaf', 'foliage', 'feuilles', 'feuillage'].map((word) => [word, 'ground'] as const),
]);
