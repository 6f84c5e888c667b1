import { Field, Int, ObjectType } from 'type-graphql';
import type { Refusal } from '../../errors/errors.ts';
import { InputInvalid, Problem } from './problem.ts';

@ObjectType({ implements: Problem, description: 'This is not for strangers: send a credential. Nothing was done.' })
export class Unauthenticated extends Problem {}

@ObjectType({ implements: Problem, description: 'Your credentials do not allow this. Nothing was done.' })
export class Forbidden extends Problem {}

@ObjectType({ implements: Problem, description: 'You have had as much of this as you may for now. Nothing was done.' })
export class RateLimited extends Problem {
  @Field(() => Int, { description: 'Ask again after so many seconds.' })
  readonly retryAfterSeconds: number;

  constructor({ code, message }: Refusal, retryAfterSeconds: number) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

@ObjectType({
  implements: Problem,
  description:
    'A part of the service is away, so this was not done, or nobody knows that it was: its answer was lost with a connection, for example.',
})
export class Unavailable extends Problem {
  @Field(() => Int, {
    description: 'Ask again after so many seconds, with the same idempotency key where there is one.',
  })
  readonly retryAfterSeconds: number;

  constructor({ code, message }: Refusal, retryAfterSeconds: number) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

@ObjectType({ implements: Problem, description: 'Refused for a reason that has no type of its own: `code` names it.' })
export class Refused extends Problem {}

/** What any mutation may answer with, besides its payload and the problems of its own. */
export const REFUSALS = [InputInvalid, Unauthenticated, Forbidden, RateLimited, Unavailable, Refused] as const;

/** A refusal as the answer of a mutation. Null for what nobody foresaw: that is no answer, but an error. */
export function problemOf(refusal: Refusal): Problem | null {
  const { code, message, status, issues, retryAfterSeconds } = refusal;
  if (code === 'INTERNAL_SERVER_ERROR') return null;
  if (issues.length > 0) return new InputInvalid(issues, code, message);
  if (code === 'UNAUTHENTICATED') return new Unauthenticated(code, message);
  if (code === 'FORBIDDEN') return new Forbidden(code, message);
  if (retryAfterSeconds === undefined) return new Refused(code, message);
  return status === 429 ? new RateLimited(refusal, retryAfterSeconds) : new Unavailable(refusal, retryAfterSeconds);
}
