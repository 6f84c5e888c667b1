import { ObjectType } from 'type-graphql';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import {
  ConflictFields,
  DocumentConflict,
  DocumentInvalid,
  FaultFields,
} from '../../platform/versioned-documents/version-problems.ts';

@ObjectType({
  implements: Problem,
  description: 'The policy has holes or loops, or names what is not approved for a task. Nothing was published.',
})
@FaultFields('/rules/3/path/0')
export class RoutingPolicyInvalid extends DocumentInvalid {
  constructor(all: readonly ValueIssue[]) {
    super('POLICY_INVALID', all);
  }
}

@ObjectType({
  implements: Problem,
  description: 'Another version was published than the one that was edited. Nothing was published: edit that one.',
})
@ConflictFields()
export class RoutingPolicyConflict extends DocumentConflict {}
