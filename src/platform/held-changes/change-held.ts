import { Field, ID, ObjectType } from 'type-graphql';
import { Problem } from '../graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description:
    'The change is right and waits for another person, who has to approve it. Nothing has changed yet; once it is approved it is made by itself, if it still fits then.',
})
export class ChangeHeld extends Problem {
  @Field(() => ID, { description: 'Of the request for approval.' })
  readonly approvalId: string;

  constructor(approvalId: string) {
    super(
      'CHANGE_HELD',
      'Another person has to approve this change. Nothing has changed yet; it need not be sent again.',
    );
    this.approvalId = approvalId;
  }
}
