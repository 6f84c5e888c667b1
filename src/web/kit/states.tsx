import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from './failure.ts';
import { type InputIssue, IssueList } from './issue-list.tsx';
import type { MutationOutcome, ProblemShape } from './outcome.ts';
import { requestStep, stepFor } from './session.ts';
import { texts } from './texts.ts';
import type { LiveState } from './use-live.ts';
import type { QueryState } from './use-query-of.ts';

/** Placeholder of an empty list: one sentence and an optional button. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Placeholder of loading rows, about as high as the rows. The text is for screen readers. */
export function Loading({ rows = 6, what = texts.states.loading }: { rows?: number; what?: string }) {
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
      {failure.kind === 'REFUSED' && <IssueList faults={failure.issues} />}
      {failure.kind === 'BROKEN' && failure.requestId && (
        <p className="hint">{texts.states.requestId(<code>{failure.requestId}</code>)}</p>
      )}
      {isSessionEnd(failure) && (
        <Button variant="default" size="xs" onClick={() => void requestStep('SIGN_IN')}>
          {texts.states.signIn}
        </Button>
      )}
      {isOtherPerson(failure) && (
        <Button variant="default" size="xs" onClick={() => location.reload()}>
          {texts.common.reload}
        </Button>
      )}
      {onRetry && failure.kind !== 'REFUSED' && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {texts.common.retry}
        </Button>
      )}
    </div>
  );
}

export function sentenceOf(failure: Failure): string {
  if (failure.kind === 'AWAY') return texts.states.away;
  if (isSessionEnd(failure)) return texts.states.sessionEnded;
  return failure.kind === 'BROKEN' ? texts.states.broken : failure.message;
}

/** True if another person has signed in since the page was loaded. */
function isOtherPerson(failure: Failure): boolean {
  return failure.kind === 'REFUSED' && stepFor(failure.code) === 'SAME_PERSON';
}

/** True if the session has ended. The message of such a failure is for programs. */
function isSessionEnd(failure: Failure): boolean {
  return failure.kind === 'REFUSED' && stepFor(failure.code) === 'SIGN_IN';
}

/** For a form sent again with other values after the response to the first attempt was lost. */
const EARLIER_ATTEMPT_DONE = texts.states.earlierAttempt;

/** Problem of a mutation with the service's message and the inputs it names. */
export function ProblemNotice({ problem, children }: { problem: ProblemShape; children?: ReactNode }) {
  const issues = (problem as { issues?: readonly InputIssue[] | null }).issues ?? [];
  const seconds = (problem as { retryAfterSeconds?: number | null }).retryAfterSeconds;
  return (
    <div className="notice" data-tone="care" role="alert">
      <p>{problem.code === 'IDEMPOTENCY_KEY_REUSED' ? EARLIER_ATTEMPT_DONE : problem.message}</p>
      <IssueList faults={issues} />
      {seconds !== null && seconds !== undefined && <p className="hint">{texts.states.retryAfter(seconds)}</p>}
      {children}
    </div>
  );
}

/** State of a query: placeholder while loading, failure, or content. */
export function QueryView<Data>({
  query,
  rows,
  children,
}: {
  query: QueryState<Data>;
  /** Expected number of rows, so that nothing moves when they arrive. */
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  const { data, failure, again, isStale } = query;
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

/** Notice that live updates are interrupted. Empty while connected. */
export function LiveNotice({ state }: { state: LiveState }) {
  return (
    <p className="hint" role="status">
      {state === 'AWAY' ? texts.states.liveLost : ''}
    </p>
  );
}

/** Outcome of any mutation. */
type AnyOutcome =
  | Exclude<MutationOutcome<never>, { kind: 'DONE' | 'PROBLEM' }>
  | { kind: 'DONE' }
  | { kind: 'PROBLEM'; problem: unknown };

/** Reason why a mutation failed. Empty while it is running and after success. */
export function OutcomeNotice({ outcome }: { outcome: AnyOutcome | null }) {
  if (outcome?.kind === 'PROBLEM') return <ProblemNotice problem={outcome.problem as ProblemShape} />;
  if (outcome?.kind === 'FAILURE') return <FailureNotice failure={outcome.failure} />;
  return outcome?.kind === 'LEFT' ? <p className="hint">{texts.states.left}</p> : null;
}
