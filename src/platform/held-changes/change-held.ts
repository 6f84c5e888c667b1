import { Field, ID, ObjectType } from 'type-graphql';
import { Problem } from '../graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description:
    'The change is valid but needs the approval of another person. Nothing has changed yet. After the approval it is applied automatically if its preconditions still hold.',
})
export class ChangeHeld extends Problem {
  @Field(() => ID, { description: 'Id of the approval request.' })
  readonly approvalId: string;

  constructor(approvalId: string) {
    super(
      'CHANGE_HELD',
      "Another person must approve this change. Nothing has changed yet. You don't need to send it again.",
    );
    this.approvalId = approvalId;
  }
}
