import { Field, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { MAX_TAGS_PER_ASSET } from './tagging.ts';

export const NotAppliedField = graphEnum('NotAppliedField', 'Detail of a picture that a request can give.', {
  TITLE: 'Title of the picture.',
  ALT: 'Description of what the picture shows.',
  SOURCE: 'Origin of the picture, for the record.',
  TAGS: 'Some or all tags of the request.',
});
export type NotAppliedField = keyof typeof NotAppliedField;

export const NotAppliedReason = graphEnum(
  'NotAppliedReason',
  'Reason why a detail of a request was not applied to a picture that the image bank already had.',
  {
    KEPT: 'The picture keeps its current value. `updateAsset` can change the title and the description, but not the source.',
    NOT_LIVE: 'The picture isn’t LIVE, so the request can’t add tags to it.',
    NOT_PERMITTED:
      'The caller can’t tag this picture: the caller needs `assets:write`, or must have rendered the picture.',
    REMOVED: 'These tags were removed from the picture earlier, so that the request doesn’t add them again.',
    TOO_MANY: `A picture has at most ${MAX_TAGS_PER_ASSET} tags.`,
  },
);
export type NotAppliedReason = keyof typeof NotAppliedReason;

/**
 * Upper bound of the number of details that were not applied. Title, description and source are one entry each, and tags are one
 * entry per reason.
 */
export const MAX_NOT_APPLIED = 6;

@ObjectType({
  description: 'Details of a request that were not applied, because the image bank already had the picture.',
})
export class NotApplied {
  @Field(() => NotAppliedField, { description: 'Detail that was not applied.' })
  readonly field!: NotAppliedField;

  @AtMost(MAX_TAGS_PER_ASSET)
  @Field(() => [String], {
    description:
      'Values of the request that were not applied: the text, or the tags in the spelling of the image bank.',
  })
  readonly values!: string[];

  @Field(() => NotAppliedReason, { description: 'Reason why the detail was not applied.' })
  readonly reason!: NotAppliedReason;
}
