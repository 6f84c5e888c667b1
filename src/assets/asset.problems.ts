import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { MAX_PICK_TAGS } from './asset.inputs.ts';
import { PictureRefusal, PictureRefusedError } from './picture-refused-error.ts';

describeEnum(PictureRefusal, 'PictureRefusal', 'Reason why a file was rejected.', {
  NOT_A_PICTURE: 'The file is not a picture.',
  UNSUPPORTED_TYPE: 'The picture is not a PNG, JPEG, WebP, AVIF or GIF.',
  TOO_LARGE: 'The file is larger than 20 MB.',
  TOO_MANY_PIXELS: 'The picture has more pixels, or longer sides, than allowed.',
  TOO_MANY_FRAMES: 'The picture is animated.',
  DAMAGED: 'The file is damaged or incomplete.',
});

@ObjectType({
  implements: Problem,
  description: 'The file isn’t a picture that the image bank accepts. Nothing was stored.',
})
export class PictureRefused extends Problem {
  @Field(() => PictureRefusal, { description: 'Reason why the file was rejected.' })
  readonly reason: PictureRefusal;

  constructor(refusal: PictureRefusedError) {
    super('PICTURE_REFUSED', refusal.message);
    this.reason = refusal.reason;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The picture couldn’t be downloaded from its URL. Nothing was stored.',
})
export class DownloadRefused extends Problem {}

@ObjectType({ description: 'Outcome of the pick if one tag is left out.' })
export class TagRelaxation {
  @Field(() => String, { description: 'Tag that is left out.' })
  readonly tag!: string;

  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of pictures that match without this tag, counted up to 1,001.',
  })
  readonly matches!: number;
}

@ObjectType({
  implements: Problem,
  description: 'No LIVE picture within its period of use matches the conditions of the pick.',
})
export class NoMatch extends Problem {
  @Field(() => [String], { description: 'Requested tags that no picture has, possibly misspelt.' })
  readonly unknownTags: string[];

  @AtMost(MAX_PICK_TAGS)
  @Field(() => [TagRelaxation], { description: 'Number of matches if one of the tags is left out, for each tag.' })
  readonly without: TagRelaxation[];

  constructor(unknownTags: string[], without: TagRelaxation[]) {
    super('NO_MATCH', messageFor(unknownTags, without));
    this.unknownTags = unknownTags;
    this.without = without;
  }
}

function messageFor(unknownTags: readonly string[], without: readonly TagRelaxation[]): string {
  const parts = ['No picture matches.'];
  if (unknownTags.length > 0) parts.push(`Unknown tags: ${unknownTags.join(', ')}.`);
  const helpful = without.filter((one) => one.matches > 0);
  if (helpful.length > 0) {
    parts.push(`Matches: ${helpful.map((one) => `${one.matches} without \`${one.tag}\``).join(', ')}.`);
  }
  return parts.join(' ');
}
