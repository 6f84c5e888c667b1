import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from './failure.ts';
import { type InputIssue, IssueList } from './issue-list.tsx';
import type { MutationOutcome, ProblemShape } from './outcome.ts';
import { requestStep, stepFor } from './session.ts';
import { texts } from './texts.ts';
import type { LiveState } from './use-live.ts';
import type { QueryState } from './use-query-of.ts';

/** Displays one sentence and an optional button in place of an empty list. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Placeholder for loading rows, about as high as the rows. The text is for screen readers. */
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

/** Displays why a request failed, with a button to sign in, reload the page or retry, if one of these can help. */
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

/** True if the session has ended. The service's message about it is written for programs, so it isn't displayed. */
function isSessionEnd(failure: Failure): boolean {
  return failure.kind === 'REFUSED' && stepFor(failure.code) === 'SIGN_IN';
}

/** Sentence for a form that was sent again with other values, after the response to the first attempt was lost. */
const EARLIER_ATTEMPT_DONE = texts.states.earlierAttempt;

/** Displays a mutation's problem with the service's message and the invalid values. */
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

/** Displays the result of a query: a placeholder while loading, the failure, or the content. */
export function QueryView<Data>({
  query,
  rows,
  children,
}: {
  query: QueryState<Data>;
  /**
   * Expected number of rows. The placeholder is about as high as this many rows, so that the screen doesn't move when they
   * arrive.
   */
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

/** Tells the user that live updates are interrupted. Displays nothing in other states of the connection. */
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

/** Displays why a mutation failed. Displays nothing while it is running and after success. */
export function OutcomeNotice({ outcome }: { outcome: AnyOutcome | null }) {
  if (outcome?.kind === 'PROBLEM') return <ProblemNotice problem={outcome.problem as ProblemShape} />;
  if (outcome?.kind === 'FAILURE') return <FailureNotice failure={outcome.failure} />;
  return outcome?.kind === 'LEFT' ? <p className="hint">{texts.states.left}</p> : null;
}
