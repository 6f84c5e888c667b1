import { ObjectType } from 'type-graphql';
import { Problem } from '../graphql/schema/problem.ts';

@ObjectType({ implements: Problem, description: 'The idempotency key was used for another request. Nothing was done.' })
export class IdempotencyKeyReused extends Problem {
  constructor() {
    super(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was used with other input. Take a new key for a new request.',
    );
  }
}
