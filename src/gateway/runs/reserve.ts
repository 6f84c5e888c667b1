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

/** How long a run may take to be written down once its time is up: until then no sweep takes it for lost. */
const FINISH_MS = 60_000;

/** The most that a run can cost the account, wherever on its path it ends up; null where nobody knows. */
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
  // A limit that can be waited for isn't used up: calls under way have reserved the rest of it.
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
      'The account’s limit of this month does not allow what this may cost. Ask for less, or have the limit raised.',
  },
  KEY_LIMIT: {
    code: 'BUDGET_EXCEEDED',
    message: 'The key’s limit of this month does not allow what this may cost. Ask for less, or take another key.',
  },
  RATE_LIMITED: { code: 'RATE_LIMITED', message: 'This key has made as many calls as it may for now.' },
  NO_ACCOUNT: { code: 'FORBIDDEN', message: 'There is no account that pays for this, or it is not in use any more.' },
} satisfies Record<Exclude<NotReserved['why'], 'PRICE_UNKNOWN'>, { code: ErrorCode; message: string }>;
