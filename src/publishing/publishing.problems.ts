import { Field, ObjectType } from 'type-graphql';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { FindingView, MAX_FINDINGS } from './finding.type.ts';
import type { PublishFinding } from './publish-action.ts';

@ObjectType({
  implements: Problem,
  description: 'The publishing policy refuses the content. Nothing was filed.',
})
export class PublishRequestBlocked extends Problem {
  @AtMost(MAX_FINDINGS)
  @Field(() => [FindingView], { description: 'Findings for which the request was refused.' })
  readonly findings: FindingView[];

  constructor(findings: readonly PublishFinding[]) {
    super(
      'PUBLISH_REQUEST_BLOCKED',
      'The publishing policy refuses this content. Remove what `findings` names, and file the request again.',
    );
    this.findings = findings.slice(0, MAX_FINDINGS);
  }
}

@ObjectType({
  implements: Problem,
  description: 'The state of the request doesn’t allow this operation. Nothing has changed.',
})
export class PublishRequestEnded extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

@ObjectType({ implements: Problem, description: 'The permit can’t be fetched. `code` has the reason.' })
export class PermitRefused extends Problem {}
