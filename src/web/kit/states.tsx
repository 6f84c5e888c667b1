import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from './failure.ts';
import type { Outcome, ProblemShape } from './outcome.ts';
import { want, wantedFor } from './session.ts';
import type { LiveState } from './use-live.ts';
import type { Asked } from './use-query-of.ts';

/** Nothing there: one sentence, and the one button that changes it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** In the place of rows that are on their way, as high as they will be. Said to be loading only to who cannot see it. */
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

/** What went wrong and what to do about it. */
export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  return (
    <div className="notice" data-tone={failure.kind === 'REFUSED' ? 'care' : 'bad'} role="alert">
      <p>{sentenceOf(failure)}</p>
      {failure.kind === 'REFUSED' && failure.issues.length > 0 && (
        <ul>
          {failure.issues.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
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

/** Another person has signed in since the page was loaded. */
function isAnothers(failure: Failure): boolean {
  return failure.kind === 'REFUSED' && wantedFor(failure.code) === 'SAME_PERSON';
}

/** Its own message is for programs. */
function isSessionEnd(failure: Failure): boolean {
  return failure.kind === 'REFUSED' && wantedFor(failure.code) === 'SIGN_IN';
}

/** A problem of a mutation, in the service's words. What it names of the input stands below it. */
export function ProblemNotice({ problem, children }: { problem: ProblemShape; children?: ReactNode }) {
  const issues = (problem as { issues?: readonly { pointer: string; message: string }[] | null }).issues ?? [];
  const seconds = (problem as { retryAfterSeconds?: number | null }).retryAfterSeconds;
  return (
    <div className="notice" data-tone="care" role="alert">
      <p>{problem.message}</p>
      {issues.length > 0 && (
        <ul>
          {issues.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {seconds !== null && seconds !== undefined && <p className="hint">It can be tried again in {seconds} seconds.</p>}
      {children}
    </div>
  );
}

/** What a query gave: skeletons while it is on its way, why there is nothing, or what there is. */
export function Shown<Data>({
  asked,
  rows,
  children,
}: {
  asked: Asked<Data>;
  /** How many rows it will have, about, so that nothing moves. */
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

/** That what is shown is not heard of at the moment. Nothing while it is. */
export function LiveNotice({ state }: { state: LiveState }) {
  return (
    <p className="hint" role="status">
      {state === 'AWAY' ? 'The connection is lost. What you see may be old; it goes on by itself when it is back.' : ''}
    </p>
  );
}

/** Whatever it was that was sent. */
type AnyOutcome =
  | Exclude<Outcome<never>, { kind: 'DONE' | 'PROBLEM' }>
  | { kind: 'DONE' }
  | { kind: 'PROBLEM'; problem: unknown };

/** What became of a mutation, where it was not done. Nothing while it is open or done. */
export function OutcomeNotice({ outcome }: { outcome: AnyOutcome | null }) {
  if (outcome?.kind === 'PROBLEM') return <ProblemNotice problem={outcome.problem as ProblemShape} />;
  if (outcome?.kind === 'FAILURE') return <FailureNotice failure={outcome.failure} />;
  return outcome?.kind === 'LEFT' ? <p className="hint">Nothing was done. What you have typed is still here.</p> : null;
}
