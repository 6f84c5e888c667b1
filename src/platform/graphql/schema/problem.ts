import { Field, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { describeCode, type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import { boundedIssues, MAX_ISSUES, shortened, type ValueIssue } from '../../errors/errors.ts';
import { issueInAnswer } from '../server/errors.ts';
import { AtMost } from './list-size.ts';

/** The codes as TypeGraphQL publishes an enum: key and value are the same word. */
export const ProblemCode = {} as { [Code in ErrorCode]: Code };
const descriptions: { [Code in ErrorCode]?: { description: string } } = {};
registerEnumType(ProblemCode, {
  name: 'ProblemCode',
  description: 'What went wrong. The same code stands in the REST problem. A code never changes its meaning.',
  valuesConfig: descriptions,
});

/** To be called before a schema is built, when all parts have named their problems. */
export function completeProblemCodes(): void {
  for (const code of errorCodes()) {
    Object.assign(ProblemCode, { [code]: code });
    descriptions[code] = { description: `${describeCode(code).title}.` };
  }
}

@InterfaceType({
  description: 'An expected failure, returned as data. Select `code` and `message` and new kinds will not break you.',
})
export abstract class Problem {
  @Field(() => ProblemCode, { description: 'Code for programs, the same as in REST.' })
  readonly code: ErrorCode;

  @Field(() => String, { description: 'What happened and what to do, for a person. May change; the code will not.' })
  readonly message: string;

  constructor(code: ErrorCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

@ObjectType({ description: 'One value that was refused.' })
export class InputIssue {
  @Field(() => String, { description: 'JSON pointer into the input, e.g. `/tags/0`.' })
  readonly pointer: string;

  @Field(() => String)
  readonly message: string;

  constructor(pointer: string, message: string) {
    this.pointer = pointer;
    this.message = message;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The input has the right shape, but values that are not allowed. All of them are listed.',
})
export class InputInvalid extends Problem {
  @AtMost(MAX_ISSUES)
  @Field(() => [InputIssue])
  readonly issues: InputIssue[];

  constructor(all: readonly ValueIssue[], code: ErrorCode = 'INPUT_INVALID', message?: string) {
    const issues = boundedIssues(all);
    super(code, message ?? shortened(sentenceOf(issues)));
    this.issues = issues.map(issueInAnswer).map(({ pointer, message }) => new InputIssue(pointer, message));
  }
}

const sentenceOf = (issues: readonly ValueIssue[]) => issues.map((issue) => issue.detail).join(' ');

@ObjectType({ implements: Problem, description: 'The id names nothing, or nothing you may see.' })
export class NotFound extends Problem {
  /** Not `id`: clients that key their cache by `id` would replace the object itself with the problem. */
  @Field(() => String, { description: 'Id from the input.' })
  readonly subjectId: string;

  constructor(subjectId: string) {
    super('NOT_FOUND', 'This id names nothing here.');
    this.subjectId = subjectId;
  }
}
