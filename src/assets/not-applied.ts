import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { MAX_TAGS_PER_ASSET } from './tagging.ts';

export const NotAppliedField = { TITLE: 'TITLE', ALT: 'ALT', SOURCE: 'SOURCE', TAGS: 'TAGS' } as const;
export type NotAppliedField = (typeof NotAppliedField)[keyof typeof NotAppliedField];
registerEnumType(NotAppliedField, {
  name: 'NotAppliedField',
  description: 'Detail of a picture that a request can give.',
  valuesConfig: {
    TITLE: { description: 'Title of the picture.' },
    ALT: { description: 'Description of what the picture shows.' },
    SOURCE: { description: 'Origin of the picture, for the record.' },
    TAGS: { description: 'Some or all tags of the request.' },
  },
});

export const NotAppliedReason = {
  KEPT: 'KEPT',
  NOT_LIVE: 'NOT_LIVE',
  NOT_PERMITTED: 'NOT_PERMITTED',
  REMOVED: 'REMOVED',
  TOO_MANY: 'TOO_MANY',
} as const;
export type NotAppliedReason = (typeof NotAppliedReason)[keyof typeof NotAppliedReason];
registerEnumType(NotAppliedReason, {
  name: 'NotAppliedReason',
  description: 'Reason why a detail of a request was not applied to a picture that was in the bank before.',
  valuesConfig: {
    KEPT: { description: 'The picture keeps what it has. Use `updateAsset` to change it.' },
    NOT_LIVE: { description: 'Only LIVE pictures get tags this way.' },
    NOT_PERMITTED: {
      description: 'The caller can’t tag this picture: it needs `assets:write`, or an own render of it.',
    },
    REMOVED: { description: 'An operator removed these tags from the picture.' },
    TOO_MANY: { description: `A picture has at most ${MAX_TAGS_PER_ASSET} tags.` },
  },
});

/** Maximum length of a list: each field that is kept, and tags once for each reason. */
export const MAX_NOT_APPLIED = 6;

@ObjectType({ description: 'Details of a request that were not applied, because the bank had the picture before.' })
export class NotApplied {
  @Field(() => NotAppliedField, { description: 'Detail that was not applied.' })
  readonly field!: NotAppliedField;

  @AtMost(MAX_TAGS_PER_ASSET)
  @Field(() => [String], { description: 'Values of the request: the text, or the tags in the spelling of the bank.' })
  readonly values!: string[];

  @Field(() => NotAppliedReason, { description: 'Reason why it was not applied.' })
  readonly reason!: NotAppliedReason;
}
