import { Refusal } from '../platform/errors/errors.ts';

/**
 * The database doesn't match the published log. The log accepts no entries any more, because two histories under one name would
 * make both worthless.
 */
export class LogFrozen extends Refusal {
  constructor(readonly reason: string) {
    super('LOG_FROZEN', `The transparency log is frozen, so nothing can be sealed. ${reason} Contact the operator.`, {
      retryAfterSeconds: 60,
    });
  }
}
