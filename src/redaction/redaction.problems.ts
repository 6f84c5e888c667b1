import { ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The map was made for another caller, has expired, or was changed. Nothing was restored.',
})
export class RedactionMapRefused extends Problem {
  constructor() {
    super(
      'REDACTION_MAP_REFUSED',
      'This map can’t be used: it was made for another caller, has expired, or was changed. Redact the text again.',
    );
  }
}
