import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { type PublishFinding, PublishFindingKind } from './publish-action.ts';

/** Of one action. Whoever has more of them looks at the first. */
export const MAX_FINDINGS = 100;

describeEnum(PublishFindingKind, 'PublishFindingKind', 'Kind of finding of the automatic check.', {
  PERSONAL_DATA: 'Text in the form of personal data.',
  SECRET: 'Text in the form of a key or a password.',
  DECEPTIVE_LINK: 'A link whose text shows another address than its target.',
  HIDDEN_CHARACTERS: 'Invisible characters, or characters that change the reading direction.',
  UNSEALED_ATTACHMENT: 'An attachment whose bytes have no seal.',
  RECIPIENT_NOT_ALLOWED: 'A target that is not on the list of allowed targets.',
});

@ObjectType('PublishFinding', { description: 'Something that was found before a person looked.' })
export class FindingView implements PublishFinding {
  @Field(() => PublishFindingKind, { description: 'Of what kind.' }) readonly kind!: PublishFindingKind;
  @Field(() => String, { description: 'Where: a JSON pointer into the action. Empty for the whole of it.' })
  readonly pointer!: string;
  @Field(() => String, { description: 'What it is.' }) readonly detail!: string;
  @Field(() => Boolean, { description: 'Whether the policy refuses what has such a finding.' })
  readonly isBlocking!: boolean;
}

@ObjectType({ description: 'What was found in an action before a person looked.' })
export class PublishLint {
  @AtMost(MAX_FINDINGS)
  @Field(() => [FindingView], {
    description: 'The first of them. Empty: nothing was found, which does not say that it is right.',
  })
  readonly findings!: readonly FindingView[];
}
