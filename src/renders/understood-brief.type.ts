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

/** A word of the engine's vocabulary as GraphQL and REST write it: `golden-hour` is GOLDEN_HOUR. */
export function enumWord<const Word extends string>(word: Word): EnumWord<Word> {
  return word.toUpperCase().replaceAll('-', '_') as EnumWord<Word>;
}
type EnumWord<Word extends string> = Word extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${EnumWord<Tail>}`
  : Uppercase<Word>;

/** The engine's vocabulary as an enum, whose keys and values are the same words. */
function enumOf<const Word extends string>(name: string, words: readonly Word[], description: string) {
  const values = Object.fromEntries(words.map((word) => [enumWord(word), enumWord(word)])) as {
    [One in Word as EnumWord<One>]: EnumWord<One>;
  };
  describeEnum(values, name, description);
  return values;
}

export const RenderScene = enumOf('RenderScene', SCENES, 'What a picture can be of.');
export type RenderScene = keyof typeof RenderScene;
const RenderLight = enumOf('RenderLight', TIMES_OF_DAY, 'The hour whose light is in a picture.');
const RenderWeather = enumOf('RenderWeather', WEATHERS, 'The weather in a picture.');
const RenderSeason = enumOf('RenderSeason', SEASONS, 'The season in a picture.');
const RenderStyle = enumOf('RenderStyle', STYLES, 'How a whole picture is treated.');
const RenderElement = enumOf('RenderElement', ELEMENTS, 'What can be seen in a picture besides its scene.');

/** A type for one kind of part: TypeGraphQL has no types with parameters. */
function partType<const Values extends Record<string, string>>(name: string, values: Values, what: string) {
  @ObjectType(name, { description: `${what}, and the words of the brief that led to it.` })
  class UnderstoodPart {
    @Field(() => values, { description: `${what}.` })
    readonly value!: keyof Values;

    @Field(() => Boolean, { description: 'True if the brief asked for it, false if the engine chose it.' })
    readonly isFromBrief!: boolean;

    @Field(() => [String], { description: 'Words of the brief that led to it.' })
    readonly words!: string[];
  }
  return UnderstoodPart;
}

const UnderstoodScene = partType('UnderstoodScene', RenderScene, 'Subject of the picture');
const UnderstoodLight = partType('UnderstoodLight', RenderLight, 'Time of day');
const UnderstoodWeather = partType('UnderstoodWeather', RenderWeather, 'The weather');
const UnderstoodSeason = partType('UnderstoodSeason', RenderSeason, 'The season');
const UnderstoodStyle = partType('UnderstoodStyle', RenderStyle, 'Style of the whole picture');
const UnderstoodElement = partType('UnderstoodElement', RenderElement, 'Element of the picture');

type PartOf<Type extends abstract new () => unknown> = InstanceType<Type>;

@ObjectType({ description: 'A colour that the brief gave to the picture or to a part of it.' })
class UnderstoodColor {
  @Field(() => String, { description: 'The nearest colour that has a name.' })
  readonly name!: string;

  @Field(() => String, { description: 'As `#rrggbb`.' })
  readonly hex!: string;

  @Field(() => [String], { description: 'Words of the brief that led to it.' })
  readonly words!: string[];
}

@ObjectType({ description: 'Something that the brief asked to leave out.' })
class UnderstoodExclusion {
  @Field(() => String, {
    nullable: true,
    description: 'Element that was left out. Null for one that the engine never draws.',
  })
  readonly means!: string | null;

  @Field(() => [String], { description: 'Words of the brief that led to it.' })
  readonly words!: string[];
}

@ObjectType({
  description: 'What the engine made of a brief: only what can be seen in the picture, and why it is there.',
})
export class UnderstoodBrief {
  @Field(() => UnderstoodScene, { nullable: true, description: 'Null if it was not recorded.' })
  readonly scene!: PartOf<typeof UnderstoodScene> | null;

  @Field(() => UnderstoodLight, {
    nullable: true,
    description: 'Null for a scene without a time of day, such as COSMOS.',
  })
  readonly light!: PartOf<typeof UnderstoodLight> | null;

  @Field(() => UnderstoodWeather, { nullable: true, description: 'Null for a scene without weather.' })
  readonly weather!: PartOf<typeof UnderstoodWeather> | null;

  @Field(() => UnderstoodSeason, { nullable: true, description: 'Null if the picture shows none.' })
  readonly season!: PartOf<typeof UnderstoodSeason> | null;

  @AtMost(STYLES.length)
  @Field(() => [UnderstoodStyle], { description: 'Empty for the usual style.' })
  readonly style!: PartOf<typeof UnderstoodStyle>[];

  @AtMost(MAX_COLORS)
  @Field(() => [UnderstoodColor], { description: 'Empty if the brief names no colour: the time of day decides.' })
  readonly palette!: UnderstoodColor[];

  @AtMost(ELEMENTS.length)
  @Field(() => [UnderstoodElement], { description: 'Elements in addition to the scene.' })
  readonly composition!: PartOf<typeof UnderstoodElement>[];

  @AtMost(MAX_EXCLUSIONS)
  @Field(() => [UnderstoodExclusion], { description: 'Elements that the brief asked to leave out.' })
  readonly exclusions!: UnderstoodExclusion[];

  /** As it is stored and answered. */
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
