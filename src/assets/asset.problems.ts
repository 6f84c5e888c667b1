import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { MAX_PICK_TAGS } from './asset.inputs.ts';
import { PictureRefusal, PictureRefusedError } from './picture-refused-error.ts';

describeEnum(PictureRefusal, 'PictureRefusal', 'Reason why a file was rejected.', {
  NOT_A_PICTURE: 'The file is empty, or not a picture of a known type.',
  UNSUPPORTED_TYPE: 'The picture has a known type, such as HEIC or SVG, that the image bank doesn’t accept.',
  TOO_LARGE: 'The file is larger than 20 MB.',
  TOO_MANY_PIXELS:
    'The picture has more than 50 megapixels (fewer if the service has little memory), or more than 16,383 pixels per side.',
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
    description:
      'Number of pictures that have all other wanted tags and none of the excluded ones, counted up to 1,001. 0 if this is the only wanted tag.',
  })
  readonly matches!: number;
}

@ObjectType({
  implements: Problem,
  description: 'No LIVE picture within its period of use matches the conditions of the pick.',
})
export class NoMatch extends Problem {
  @Field(() => [String], { description: 'Requested tags that the image bank doesn’t have, possibly misspelt.' })
  readonly unknownTags: string[];

  @AtMost(MAX_PICK_TAGS)
  @Field(() => [TagRelaxation], {
    description: 'For each wanted tag, the number of pictures that match if it is left out.',
  })
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
