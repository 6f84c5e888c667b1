import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { MAX_PICK_TAGS } from './asset.inputs.ts';
import { PictureRefusal, PictureRefusedError } from './picture-refused-error.ts';

describeEnum(PictureRefusal, 'PictureRefusal', 'Reason why a file was refused.');

@ObjectType({ implements: Problem, description: 'The bytes are no picture that the bank takes. Nothing was stored.' })
export class PictureRefused extends Problem {
  @Field(() => PictureRefusal)
  readonly reason: PictureRefusal;

  constructor(refusal: PictureRefusedError) {
    super('PICTURE_REFUSED', refusal.message);
    this.reason = refusal.reason;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The picture could not be fetched from its address. Nothing was stored.',
})
export class DownloadRefused extends Problem {}

@ObjectType({ description: 'What letting one tag go would give.' })
export class TagRelaxation {
  @Field(() => String)
  readonly tag!: string;

  @Field(() => GraphQLNonNegativeInt, { description: 'Pictures that would fit without it, counted up to 1,001.' })
  readonly matches!: number;
}

@ObjectType({ implements: Problem, description: 'No usable picture fits.' })
export class NoMatch extends Problem {
  @Field(() => [String], { description: 'Tags that no picture has ever had: misspelt, perhaps.' })
  readonly unknownTags: string[];

  @AtMost(MAX_PICK_TAGS)
  @Field(() => [TagRelaxation], { description: 'For each tag, what would fit if it were let go.' })
  readonly without: TagRelaxation[];

  constructor(unknownTags: string[], without: TagRelaxation[]) {
    super('NO_MATCH', messageFor(unknownTags, without));
    this.unknownTags = unknownTags;
    this.without = without;
  }
}

function messageFor(unknownTags: readonly string[], without: readonly TagRelaxation[]): string {
  const parts = ['No picture fits.'];
  if (unknownTags.length > 0) parts.push(`Unknown: ${unknownTags.join(', ')}.`);
  const helpful = without.filter((one) => one.matches > 0);
  if (helpful.length > 0) {
    parts.push(`Would fit: ${helpful.map((one) => `${one.matches} without \`${one.tag}\``).join(', ')}.`);
  }
  return parts.join(' ');
}
