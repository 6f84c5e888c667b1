import { ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({ implements: Problem, description: 'The map does not open: nothing was restored.' })
export class RedactionMapRefused extends Problem {
  constructor() {
    super(
      'REDACTION_MAP_REFUSED',
      'This map does not open: it was made for somebody else, has expired, or was changed. Redact the text again.',
    );
  }
}
