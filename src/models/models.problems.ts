import { ObjectType } from 'type-graphql';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import {
  ConflictFields,
  DocumentConflict,
  DocumentInvalid,
  FaultFields,
} from '../platform/versioned-documents/version-problems.ts';

@ObjectType({
  implements: Problem,
  description: 'The catalogue in the input is invalid. Nothing was published.',
})
@FaultFields('/slots/3/preferred')
export class CatalogueInvalid extends DocumentInvalid {
  constructor(all: readonly ValueIssue[]) {
    super('CATALOGUE_INVALID', all);
  }
}

@ObjectType({
  implements: Problem,
  description:
    'Another version of the catalogue was published since the edited version was read. Nothing was published. Apply your changes to the newest version.',
})
@ConflictFields()
export class CatalogueConflict extends DocumentConflict {}
