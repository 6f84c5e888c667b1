import { Field, ObjectType } from 'type-graphql';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { FindingView, MAX_FINDINGS } from './finding.type.ts';
import type { PublishFinding } from './publish-action.ts';

@ObjectType({
  implements: Problem,
  description: 'It holds what the policy of publishing refuses. Nothing was filed, and nobody was asked.',
})
export class PublishRequestBlocked extends Problem {
  @AtMost(MAX_FINDINGS)
  @Field(() => [FindingView], { description: 'Those that it is refused for.' })
  readonly findings: FindingView[];

  constructor(findings: readonly PublishFinding[]) {
    super(
      'PUBLISH_REQUEST_BLOCKED',
      'This holds what the policy of publishing refuses: `findings` says what and where. Take it out, and ask again.',
    );
    this.findings = findings.slice(0, MAX_FINDINGS);
  }
}

@ObjectType({ implements: Problem, description: 'It does not stand so that this could be done. Nothing has changed.' })
export class PublishRequestEnded extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

@ObjectType({ implements: Problem, description: 'The permit is not given out. `code` says why.' })
export class PermitRefused extends Problem {}
