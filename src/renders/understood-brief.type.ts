import { Field, ObjectType } from 'type-graphql';
import {
  type BriefInterpretation,
  ELEMENTS,
  type InterpretedPart,
  MAX_COLORS,
  MAX_EXCLUSIONS,
  SCENES,
  SEASONS,
  STYLES,
  TIMES_OF_DAY,
  WEATHERS,
} from '../painter/index.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';

/** Converts a word of the engine's vocabulary to an enum value: `golden-hour` becomes GOLDEN_HOUR. */
export function enumWord<const Word extends string>(word: Word): EnumWord<Word> {
  return word.toUpperCase().replaceAll('-', '_') as EnumWord<Word>;
}
type EnumWord<Word extends string> = Word extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${EnumWord<Tail>}`
  : Uppercase<Word>;

/** Creates a GraphQL enum of words of the engine's vocabulary, with equal keys and values. */
function enumOf<const Word extends string>(
  name: string,
  words: readonly Word[],
  description: string,
  descriptions: { readonly [One in Word as EnumWord<One>]: string },
) {
  const values = Object.fromEntries(words.map((word) => [enumWord(word), enumWord(word)])) as {
    [One in Word as EnumWord<One>]: EnumWord<One>;
  };
  describeEnum<Readonly<Record<string, string>>>(values, name, description, descriptions);
  return values;
}

export const RenderScene = enumOf('RenderScene', SCENES, 'Subject of a picture by the embedded engine.', {
  MOUNTAIN: 'Mountain range.',
  LAKE: 'Lake, usually with mountains.',
  SEA: 'Sea.',
  CITY: 'City skyline.',
  AURORA: 'Northern lights over a landscape.',
  FOREST: 'Forest.',
  MEADOW: 'Meadow.',
  DESERT: 'Desert with dunes.',
  COSMOS: 'Nebulae and stars in space.',
  ABSTRACT: 'Abstract pattern.',
});
export type RenderScene = keyof typeof RenderScene;
const RenderLight = enumOf('RenderLight', TIMES_OF_DAY, 'Time of day that a picture shows.', {
  DAWN: 'Before sunrise.',
  MORNING: 'Morning.',
  NOON: 'Noon.',
  GOLDEN_HOUR: 'Low, golden sun.',
  SUNSET: 'Sunset.',
  DUSK: 'After sunset.',
  NIGHT: 'Night.',
});
const RenderWeather = enumOf('RenderWeather', WEATHERS, 'Weather that a picture shows.', {
  CLEAR: 'Clear sky.',
  PARTLY_CLOUDY: 'Some clouds.',
  CLOUDY: 'Overcast.',
  FOG: 'Fog.',
  RAIN: 'Rain.',
  SNOWFALL: 'Falling snow.',
  SNOWSTORM: 'Snowstorm.',
  STORM: 'Thunderstorm.',
});
const RenderSeason = enumOf('RenderSeason', SEASONS, 'Season that a picture shows.', {
  SPRING: 'Spring.',
  SUMMER: 'Summer.',
  AUTUMN: 'Autumn.',
  WINTER: 'Winter.',
});
const RenderStyle = enumOf('RenderStyle', STYLES, 'Style of a whole picture.', {
  CALM: 'Calm mood.',
  DRAMATIC: 'Dramatic mood.',
  JOYFUL: 'Joyful mood.',
  MELANCHOLIC: 'Melancholic mood.',
  MYSTERIOUS: 'Mysterious mood.',
  ROMANTIC: 'Romantic mood.',
  WARM: 'Warm colours.',
  COOL: 'Cool colours.',
  MINIMAL: 'Few elements.',
  DREAMY: 'Dreamy mood.',
  BLACK_AND_WHITE: 'No colour.',
});
const RenderElement = enumOf('RenderElement', ELEMENTS, 'Element of a picture, in addition to its scene.', {
  MOUNTAINS: 'Mountains.',
  HILLS: 'Hills.',
  WATER: 'Lake, sea or river.',
  TREES: 'Trees.',
  BLOSSOM: 'Blossoming trees.',
  FLOWERS: 'Flowers.',
  SNOW_COVER: 'Snow on the ground.',
  LIGHTS: 'Lit windows or lamps.',
  SUN: 'The sun.',
  SUN_RAYS: 'Visible rays of the sun.',
  MOON: 'The moon.',
  STARS: 'Stars.',
  MILKY_WAY: 'The Milky Way.',
  AURORA: 'Northern lights.',
  CLOUDS: 'Clouds.',
  LIGHTNING: 'Lightning.',
});

/**
 * Creates the GraphQL type for one kind of interpreted part, such as the weather. A function, because TypeGraphQL has no generic
 * types.
 */
function partType<const Values extends Record<string, string>>(name: string, values: Values, what: string) {
  @ObjectType(name, { description: `${what}, and the words of the brief that led to this value.` })
  class UnderstoodPart {
    @Field(() => values, { description: `${what}.` })
    readonly value!: keyof Values;

    @Field(() => Boolean, { description: 'True if the brief asked for this value, false if the engine chose it.' })
    readonly isFromBrief!: boolean;

    @Field(() => [String], { description: 'Words of the brief that led to this value.' })
    readonly words!: string[];
  }
  return UnderstoodPart;
}

const UnderstoodScene = partType('UnderstoodScene', RenderScene, 'Subject of the picture');
const UnderstoodLight = partType('UnderstoodLight', RenderLight, 'Time of day in the picture');
const UnderstoodWeather = partType('UnderstoodWeather', RenderWeather, 'Weather of the picture');
const UnderstoodSeason = partType('UnderstoodSeason', RenderSeason, 'Season of the picture');
const UnderstoodStyle = partType('UnderstoodStyle', RenderStyle, 'Style of the whole picture');
const UnderstoodElement = partType('UnderstoodElement', RenderElement, 'Element of the picture');

type PartOf<Type extends abstract new () => unknown> = InstanceType<Type>;

@ObjectType({ description: 'A colour that the brief gave to the picture or to a part of it.' })
class UnderstoodColor {
  @Field(() => String, { description: 'Name of the nearest named colour.' })
  readonly name!: string;

  @Field(() => String, { description: 'Colour as `#rrggbb`.' })
  readonly hex!: string;

  @Field(() => [String], { description: 'Words of the brief that led to this value.' })
  readonly words!: string[];
}

@ObjectType({ description: 'Something that the brief asked to leave out.' })
class UnderstoodExclusion {
  @Field(() => String, {
    nullable: true,
    description: 'Element that was left out. Null for an element that the engine never draws.',
  })
  readonly means!: string | null;

  @Field(() => [String], { description: 'Words of the brief that led to this value.' })
  readonly words!: string[];
}

@ObjectType({
  description:
    'Interpretation of a brief by the engine: only elements visible in the picture, and the words that led to them.',
})
export class UnderstoodBrief {
  @Field(() => UnderstoodScene, { nullable: true, description: 'Subject of the picture. Null if it was not recorded.' })
  readonly scene!: PartOf<typeof UnderstoodScene> | null;

  @Field(() => UnderstoodLight, {
    nullable: true,
    description: 'Time of day in the picture. Null for a scene without a time of day, such as COSMOS.',
  })
  readonly light!: PartOf<typeof UnderstoodLight> | null;

  @Field(() => UnderstoodWeather, {
    nullable: true,
    description: 'Weather in the picture. Null for a scene without weather.',
  })
  readonly weather!: PartOf<typeof UnderstoodWeather> | null;

  @Field(() => UnderstoodSeason, { nullable: true, description: 'Season in the picture. Null if it shows none.' })
  readonly season!: PartOf<typeof UnderstoodSeason> | null;

  @AtMost(STYLES.length)
  @Field(() => [UnderstoodStyle], { description: 'Styles of the whole picture. Empty for the usual style.' })
  readonly style!: PartOf<typeof UnderstoodStyle>[];

  @AtMost(MAX_COLORS)
  @Field(() => [UnderstoodColor], {
    description: 'Colours named by the brief. Empty if it names none; the picture’s time of day then decides.',
  })
  readonly palette!: UnderstoodColor[];

  @AtMost(ELEMENTS.length)
  @Field(() => [UnderstoodElement], { description: 'Elements of the picture in addition to its scene.' })
  readonly composition!: PartOf<typeof UnderstoodElement>[];

  @AtMost(MAX_EXCLUSIONS)
  @Field(() => [UnderstoodExclusion], { description: 'Elements that the brief asked to leave out.' })
  readonly exclusions!: UnderstoodExclusion[];

  /** Converts the engine's interpretation of a brief to the form that is stored and returned by the API. */
  static of({
    scene,
    light,
    weather,
    season,
    style,
    palette,
    composition,
    exclusions,
  }: BriefInterpretation): UnderstoodBrief {
    return {
      scene: published(scene),
      light: light && published(light),
      weather: weather && published(weather),
      season: season && published(season),
      style: style.map(published),
      palette,
      composition: composition.map(published),
      exclusions,
    };
  }
}

function published<const Value extends string>({ value, ...rest }: InterpretedPart<Value>) {
  return { ...rest, value: enumWord(value) };
}
