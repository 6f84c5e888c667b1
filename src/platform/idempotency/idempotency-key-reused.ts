import { ObjectType } from 'type-graphql';
import { Problem } from '../graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The idempotency key was already used with a different request. Nothing was done.',
})
export class IdempotencyKeyReused extends Problem {
  constructor() {
    super('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was already used with a different request. Use a new key.');
  }
}
