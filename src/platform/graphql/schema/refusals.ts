import { Field, Int, ObjectType } from 'type-graphql';
import type { Refusal } from '../../errors/errors.ts';
import { InputInvalid, Problem } from './problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The request has no valid credential, and this operation needs one. Nothing was changed.',
})
export class Unauthenticated extends Problem {}

@ObjectType({
  implements: Problem,
  description:
    'The caller may not do this. In most cases, the credential lacks the permission for the operation. Nothing was changed.',
})
export class Forbidden extends Problem {}

@ObjectType({
  implements: Problem,
  description: 'The caller has reached a limit. Nothing was changed. Retry after `retryAfterSeconds`.',
})
export class RateLimited extends Problem {
  @Field(() => Int, { description: 'Seconds to wait before retrying.' })
  readonly retryAfterSeconds: number;

  constructor({ code, message }: Refusal, retryAfterSeconds: number) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

@ObjectType({
  implements: Problem,
  description:
    'A part of the service, or a provider, isn’t available. The operation was not done, or its outcome is unknown because a connection was lost.',
})
export class Unavailable extends Problem {
  @Field(() => Int, {
    description: 'Seconds to wait before retrying. Send the same idempotency key again if the operation takes one.',
  })
  readonly retryAfterSeconds: number;

  constructor({ code, message }: Refusal, retryAfterSeconds: number) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The operation was refused for a reason that has no type of its own: see `code`.',
})
export class Refused extends Problem {}

/** Problems that every mutation can return, in addition to its payload and its own problems. */
export const REFUSALS = [InputInvalid, Unauthenticated, Forbidden, RateLimited, Unavailable, Refused] as const;

/** Converts a refusal to the problem that describes it. Null for an unexpected failure, which is reported as an error. */
export function problemOf(refusal: Refusal): Problem | null {
  const { code, message, status, issues, retryAfterSeconds } = refusal;
  if (code === 'INTERNAL_SERVER_ERROR') return null;
  if (issues.length > 0) return new InputInvalid(issues, code, message);
  if (code === 'UNAUTHENTICATED') return new Unauthenticated(code, message);
  if (code === 'FORBIDDEN') return new Forbidden(code, message);
  if (retryAfterSeconds === undefined) return new Refused(code, message);
  return status === 429 ? new RateLimited(refusal, retryAfterSeconds) : new Unavailable(refusal, retryAfterSeconds);
}
