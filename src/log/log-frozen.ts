import { Refusal } from '../platform/errors/errors.ts';

/**
 * The log accepts no entries: the database doesn't match the published log, a witness disputes the log, or another log has
 * replaced it. Two histories under one name would make both worthless.
 */
export class LogFrozen extends Refusal {
  constructor(readonly reason: string) {
    super('LOG_FROZEN', `The transparency log is frozen, so nothing can be sealed. ${reason} Contact the operator.`, {
      retryAfterSeconds: 60,
    });
  }
}
