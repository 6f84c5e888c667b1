import { Field, Int, ObjectType } from 'type-graphql';
import { boundedIssues, MAX_ISSUES, type ValueIssue } from '../../platform/errors.ts';
import { AtMost } from '../../platform/graphql/list-size.ts';
import { InputIssue, Problem } from '../../platform/graphql/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The policy has holes or loops, or names what is not approved for a task. Nothing was published.',
})
export class RoutingPolicyInvalid extends Problem {
  @AtMost(MAX_ISSUES)
  @Field(() => [InputIssue], {
    description: 'The first of them. Pointers are into the document, e.g. `/rules/3/path/0`.',
  })
  readonly faults: InputIssue[];

  @Field(() => Int, { description: 'How many there are in all.' })
  readonly faultCount: number;

  constructor(all: readonly ValueIssue[]) {
    const faults = boundedIssues(all);
    const [{ pointer, detail }] = faults as [ValueIssue];
    const others = all.length > 1 ? ` And ${all.length - 1} more.` : '';
    super('POLICY_INVALID', `${pointer || 'The document'}: ${detail}${others}`);
    this.faults = faults.map((fault) => new InputIssue(fault.pointer, fault.detail));
    this.faultCount = all.length;
  }
}

@ObjectType({
  implements: Problem,
  description: 'Another version was published than the one that was edited. Nothing was published: edit that one.',
})
export class RoutingPolicyConflict extends Problem {
  @Field(() => Int, { description: 'The version that was edited.' })
  readonly basedOnVersion: number;

  constructor(basedOnVersion: number) {
    super(
      'CONFLICT',
      `Version ${basedOnVersion} is not the newest. Read the newest one, make your changes in that, and publish it with its number.`,
    );
    this.basedOnVersion = basedOnVersion;
  }
}
