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
  description:
    'The policy has invalid values or doesn’t fit the catalogue: for example, it leaves out a task, or names a deployment that the slot of the task doesn’t have. Nothing was published.',
})
@FaultFields('/rules/3/path/0')
export class RoutingPolicyInvalid extends DocumentInvalid {
  constructor(all: readonly ValueIssue[]) {
    super('POLICY_INVALID', all);
  }
}

@ObjectType({
  implements: Problem,
  description:
    'Another version of the routing policy was published since the edited version was read. Nothing was published. Apply your changes to the newest version.',
})
@ConflictFields()
export class RoutingPolicyConflict extends DocumentConflict {}
