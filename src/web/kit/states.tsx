import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from './failure.ts';
import { type Fault, FaultList } from './fault-list.tsx';
import type { Outcome, ProblemShape } from './outcome.ts';
import { want, wantedFor } from './session.ts';
import type { LiveState } from './use-live.ts';
import type { Asked } from './use-query-of.ts';

/** Placeholder of an empty list: one sentence, and the button that adds something. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Placeholder of rows that are loading, about as high as the rows. Only screen readers announce it. */
export function Loading({ rows = 6, what = 'Loading' }: { rows?: number; what?: string }) {
  return (
    <div className="loading" role="status">
      <span className="only-heard">{what}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={row} className="loading-row" aria-hidden />
      ))}
    </div>
  );
}

/** Message of a failed request, with the button that helps. */
export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  return (
    <div className="notice" data-tone={failure.kind === 'REFUSED' ? 'care' : 'bad'} role="alert">
      <p>{sentenceOf(failure)}</p>
      {failure.kind === 'REFUSED' && <FaultList faults={failure.issues} />}
      {failure.kind === 'BROKEN' && failure.requestId && (
        <p className="hint">
          If you ask for help, name the request: <code>{failure.requestId}</code>
        </p>
      )}
      {isSessionEnd(failure) && (
        <Button variant="default" size="xs" onClick={() => void want('SIGN_IN')}>
          Sign in again
        </Button>
      )}
      {isAnothers(failure) && (
        <Button variant="default" size="xs" onClick={() => location.reload()}>
          Reload the page
        </Button>
      )}
      {onRetry && failure.kind !== 'REFUSED' && (
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function sentenceOf(failure: Failure): string {
  if (failure.kind === 'AWAY')
    return 'The service does not answer. Check your connection; it may also be about to start.';
  if (isSessionEnd(failure)) return 'Your session has ended.';
  return failure.kind === 'BROKEN' ? 'The service could not answer this. Nothing you did is wrong.' : failure.message;
}

/** True when another person has signed in since the page was loaded. */
function isAnothers(failure: Failure): boolean {
  return failure.kind === 'REFUSED' && wantedFor(failure.code) === 'SAME_PERSON';
}

/** True when the session has ended. The message of such a failure is for programs. */
function isSessionEnd(failure: Failure): boolean {
  return failure.kind === 'REFUSED' && wantedFor(failure.code) === 'SIGN_IN';
}

/** For a form that was sent again with other values after an attempt whose answer was lost. */
const EARLIER_ATTEMPT =
  'Your first attempt was successful, with the values that you sent then. Close this form and look at the result before you send other values.';

/** Problem of a mutation, in the service's words, with the inputs it names. */
export function ProblemNotice({ problem, children }: { problem: ProblemShape; children?: ReactNode }) {
  const issues = (problem as { issues?: readonly Fault[] | null }).issues ?? [];
  const seconds = (problem as { retryAfterSeconds?: number | null }).retryAfterSeconds;
  return (
    <div className="notice" data-tone="care" role="alert">
      <p>{problem.code === 'IDEMPOTENCY_KEY_REUSED' ? EARLIER_ATTEMPT : problem.message}</p>
      <FaultList faults={issues} />
      {seconds !== null && seconds !== undefined && <p className="hint">It can be tried again in {seconds} seconds.</p>}
      {children}
    </div>
  );
}

/** Result of a query: a placeholder while it loads, the failure, or the content. */
export function Shown<Data>({
  asked,
  rows,
  children,
}: {
  asked: Asked<Data>;
  /** Expected number of rows, so that nothing moves when they arrive. */
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  const { data, failure, again, isStale } = asked;
  if (data === undefined)
    return failure ? <FailureNotice failure={failure} onRetry={again} /> : <Loading rows={rows} />;
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={again} />}
      <div data-stale={isStale || undefined} aria-busy={isStale}>
        {children(data)}
      </div>
    </>
  );
}

/** Notice that live updates are interrupted. Empty while they arrive. */
export function LiveNotice({ state }: { state: LiveState }) {
  return (
    <p className="hint" role="status">
      {state === 'AWAY' ? 'The connection is lost. What you see may be old; it goes on by itself when it is back.' : ''}
    </p>
  );
}

/** Outcome of any mutation. */
type AnyOutcome =
  | Exclude<Outcome<never>, { kind: 'DONE' | 'PROBLEM' }>
  | { kind: 'DONE' }
  | { kind: 'PROBLEM'; problem: unknown };

/** Reason why a mutation was not done. Empty while it is running, and once it is done. */
export function OutcomeNotice({ outcome }: { outcome: AnyOutcome | null }) {
  if (outcome?.kind === 'PROBLEM') return <ProblemNotice problem={outcome.problem as ProblemShape} />;
  if (outcome?.kind === 'FAILURE') return <FailureNotice failure={outcome.failure} />;
  return outcome?.kind === 'LEFT' ? <p className="hint">Nothing was done. What you have typed is still here.</p> : null;
}
