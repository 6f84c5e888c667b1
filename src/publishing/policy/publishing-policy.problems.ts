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
    'The policy needs more approvers than exist, or has rules that can never match or malformed patterns. Nothing was published.',
})
@FaultFields('/rules/3/terms/quorum')
export class PublishingPolicyInvalid extends DocumentInvalid {
  constructor(all: readonly ValueIssue[]) {
    super('PUBLISHING_POLICY_INVALID', all);
  }
}

@ObjectType({
  implements: Problem,
  description:
    'Another version of the publishing policy was published since the edited version was read. Nothing was published. Apply your changes to the newest version.',
})
@ConflictFields()
export class PublishingPolicyConflict extends DocumentConflict {}
