import type { CustomersApi, ReserveResult } from '../../customers/index.ts';
import type { ErrorCode } from '../../platform/errors/error-codes.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { limitReservedSentence, priceUnknownSentence } from '../routing/refusal.ts';
import type { RoutedRequest } from '../routing/router.ts';
import { canBeRepaired } from './repair.ts';
import type { AnyRunContext } from './run-context.ts';
import { noteOf } from './run-note.ts';

/** Reserves money for a run that is about to begin. @throws Refusal BUDGET_EXCEEDED, LIMIT_RESERVED, PRICE_UNKNOWN, RATE_LIMITED, FORBIDDEN */
export async function reserveRun(run: AnyRunContext, customers: Pick<CustomersApi, 'reserve'>): Promise<void> {
  const { account, routed } = run;
  run.reservedMicros = mostOf(routed);
  if (run.reservedMicros !== null && canBeRepaired(run)) run.reservedMicros *= 2;
  const reserved = await customers.reserve({
    runId: run.id,
    accountId: account.id,
    keyId: account.keyId,
    micros: run.reservedMicros,
    lifetimeMs: routed.task.timeouts.totalMs + FINISH_MS,
    note: noteOf(run),
  });
  if (!reserved.isReserved) throw notReserved(reserved, routed.task.name);
  run.isPastSoftCap ||= reserved.isPastSoftCap;
  run.isLimited ||= reserved.isLimited;
}

/** Milliseconds to record a run after its deadline, before its reservation counts as lost. */
const FINISH_MS = 60_000;

/** Maximum cost of a run to the account at any deployment of its path. Null if unknown. */
function mostOf({ decision, snapshot }: RoutedRequest): number | null {
  let most = 0;
  for (const id of decision.path) {
    const { credential, mostMicros } = snapshot.deployments[id]!;
    if (credential?.source !== 'SERVICE') continue;
    if (mostMicros === null) return null;
    most = Math.max(most, mostMicros);
  }
  return most;
}

type NotReserved = Extract<ReserveResult, { isReserved: false }>;

function notReserved({ why, retryAfterSeconds }: NotReserved, task: string): Refusal {
  if (why === 'PRICE_UNKNOWN') return new Refusal('PRICE_UNKNOWN', priceUnknownSentence(task));
  // A refusal with a retry time means that the limit isn't used up: running calls have reserved the rest of it.
  if ((why === 'HARD_LIMIT' || why === 'KEY_LIMIT') && retryAfterSeconds !== null) {
    return new Refusal('LIMIT_RESERVED', limitReservedSentence(retryAfterSeconds), { retryAfterSeconds });
  }
  const { code, message } = NOT_RESERVED[why];
  return new Refusal(code, message, retryAfterSeconds === null ? {} : { retryAfterSeconds });
}

const NOT_RESERVED = {
  HARD_LIMIT: {
    code: 'BUDGET_EXCEEDED',
    message:
      'The maximum cost of this run exceeds what is left of the account’s monthly limit. Request less, or ask for a higher limit.',
  },
  KEY_LIMIT: {
    code: 'BUDGET_EXCEEDED',
    message:
      'The maximum cost of this run exceeds what is left of the key’s monthly limit. Request less, or use another key.',
  },
  RATE_LIMITED: {
    code: 'RATE_LIMITED',
    message: 'This customer key has reached its limit of calls per minute. Retry later.',
  },
  NO_ACCOUNT: {
    code: 'FORBIDDEN',
    message:
      'The account that pays for this run is suspended, or the customer key isn’t valid any more. Ask an operator of the service.',
  },
} satisfies Record<Exclude<NotReserved['why'], 'PRICE_UNKNOWN'>, { code: ErrorCode; message: string }>;
