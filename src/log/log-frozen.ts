import { Refusal } from '../platform/errors/errors.ts';

/**
 * The database does not hold the log that was published. Nothing is signed from then on: two histories under one name would
 * make both worthless.
 */
export class LogFrozen extends Refusal {
  constructor(readonly reason: string) {
    super('LOG_FROZEN', `The transparency log is frozen, so nothing can be sealed. ${reason} Tell the operator.`, {
      retryAfterSeconds: 60,
    });
  }
}
