import { ObjectType } from 'type-graphql';
import { Problem } from './problem.ts';

/** Of an idempotency key, in characters. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

@ObjectType({ implements: Problem, description: 'The idempotency key was used for another request. Nothing was done.' })
export class IdempotencyKeyReused extends Problem {
  constructor() {
    super(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was used with other input. Take a new key for a new request.',
    );
  }
}
