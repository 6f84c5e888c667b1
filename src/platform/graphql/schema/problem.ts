import { Field, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { describeCode, type ErrorCode, errorCodes } from '../../errors/error-codes.ts';
import { boundedIssues, MAX_ISSUES, shortened, type ValueIssue } from '../../errors/errors.ts';
import { issueInAnswer } from '../server/errors.ts';
import { AtMost } from './list-size.ts';

/** Problem codes as an enum for TypeGraphQL: keys and values are equal. */
export const ProblemCode = {} as { [Code in ErrorCode]: Code };
const descriptions: { [Code in ErrorCode]?: { description: string } } = {};
registerEnumType(ProblemCode, {
  name: 'ProblemCode',
  description: 'Code of a problem, the same in GraphQL and REST. A code never changes its meaning.',
  valuesConfig: descriptions,
});

/** Adds all problem codes to the enum. Called before a schema is built, when all features have registered their problems. */
export function completeProblemCodes(): void {
  for (const code of errorCodes()) {
    Object.assign(ProblemCode, { [code]: code });
    descriptions[code] = { description: `${describeCode(code).title}.` };
  }
}

@InterfaceType({
  description:
    'An expected failure, returned as data. Select `code` and `message`, and new kinds of problems won’t break the client.',
})
export abstract class Problem {
  @Field(() => ProblemCode, { description: 'Code for programs, the same as in REST.' })
  readonly code: ErrorCode;

  @Field(() => String, {
    description: "Explanation for people: what happened and what to do. The wording can change; the code doesn't.",
  })
  readonly message: string;

  constructor(code: ErrorCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

@ObjectType({ description: 'A value that was rejected.' })
export class InputIssue {
  @Field(() => String, { description: 'JSON pointer to the value in the input, e.g. `/tags/0`.' })
  readonly pointer: string;

  @Field(() => String, { description: 'Explanation for people: what is wrong and what to send instead.' })
  readonly message: string;

  constructor(pointer: string, message: string) {
    this.pointer = pointer;
    this.message = message;
  }
}

@ObjectType({
  implements: Problem,
  description: "The input has the right shape, but some values aren't allowed.",
})
export class InputInvalid extends Problem {
  @AtMost(MAX_ISSUES)
  @Field(() => [InputIssue], { description: `Rejected values, at most ${MAX_ISSUES}.` })
  readonly issues: InputIssue[];

  constructor(all: readonly ValueIssue[], code: ErrorCode = 'INPUT_INVALID', message?: string) {
    const issues = boundedIssues(all);
    super(code, message ?? shortened(sentenceOf(issues)));
    this.issues = issues.map(issueInAnswer).map(({ pointer, message }) => new InputIssue(pointer, message));
  }
}

const sentenceOf = (issues: readonly ValueIssue[]) => issues.map((issue) => issue.detail).join(' ');

@ObjectType({ implements: Problem, description: 'No object has this id, or the caller can’t see it.' })
export class NotFound extends Problem {
  /** This field isn't named `id`, because clients that cache by `id` would replace the object with the problem. */
  @Field(() => String, { description: 'Id that was requested.' })
  readonly subjectId: string;

  constructor(subjectId: string) {
    super('NOT_FOUND', 'No object with this id is visible to you. Check the id.');
    this.subjectId = subjectId;
  }
}
