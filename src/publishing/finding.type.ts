import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { type PublishFinding, PublishFindingKind } from './publish-action.ts';

/** Maximum number of findings stored per action. */
export const MAX_FINDINGS = 100;

describeEnum(PublishFindingKind, 'PublishFindingKind', 'Kind of finding of the automatic check.', {
  PERSONAL_DATA: 'Text in the form of personal data.',
  SECRET: 'Text in the form of a key or a password.',
  DECEPTIVE_LINK: 'A link whose text shows another address than its target.',
  HIDDEN_CHARACTERS:
    'Invisible or misleading characters, such as marks of the reading direction, or a word that mixes look-alike letters of two scripts.',
  UNSEALED_ATTACHMENT: 'An asset, or the output of a run, that has no seal or whose newest seal is revoked.',
  RECIPIENT_NOT_ALLOWED: 'A target that the publishing policy doesn’t allow for its channel.',
});

@ObjectType('PublishFinding', { description: 'Finding of the automatic check of an action.' })
export class FindingView implements PublishFinding {
  @Field(() => PublishFindingKind, { description: 'Kind of the finding.' }) readonly kind!: PublishFindingKind;
  @Field(() => String, { description: 'JSON pointer into the action. Empty for the action as a whole.' })
  readonly pointer!: string;
  @Field(() => String, { description: 'Sentence about the finding, without secret or personal values.' })
  readonly detail!: string;
  @Field(() => Boolean, { description: 'True if the policy refuses actions with such a finding.' })
  readonly isBlocking!: boolean;
}

@ObjectType({ description: 'Findings of the automatic check of an action.' })
export class PublishLint {
  @AtMost(MAX_FINDINGS)
  @Field(() => [FindingView], {
    description: `Findings, at most ${MAX_FINDINGS}. Empty if there are none, which doesn’t mean that the content is correct.`,
  })
  readonly findings!: readonly FindingView[];
}
