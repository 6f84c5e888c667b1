import type { RunByIdQuery } from '../../web/generated/gateway/graphql.ts';
import { enumLabel, Money, StatusBadge } from '../../web/kit/values.tsx';
import { Duration, formatDuration } from './run-status.tsx';
import './waterfall.css';

type Run = Extract<RunByIdQuery['node'], { __typename: 'Run' }>;
type Attempt = Run['attempts'][number];

/** The tries of a run, each with a bar over the time of the whole run. Whoever cannot see the bars has their figures. */
export function Waterfall({ run: { attempts, failure, startedAt, durationMs } }: { run: Run }) {
  if (failure === 'NO_PROVIDER_AVAILABLE') return <p className="hint">No provider was called.</p>;
  if (attempts.length === 0)
    return <p className="hint">Nobody was called, or nobody knows: there is no try to show.</p>;
  const begins = Date.parse(startedAt);
  const beginOf = (attempt: Attempt) => Math.max(0, Date.parse(attempt.startedAt) - begins);
  const ends = attempts.map((attempt) => beginOf(attempt) + attempt.durationMs);
  const whole = Math.max(durationMs ?? 0, ...ends, 1);
  return (
    <table className="data gateway-waterfall">
      <caption className="only-heard">Tries, in their order, over {formatDuration(whole)}</caption>
      <thead>
        <tr>
          <th scope="col">Try</th>
          <th scope="col">Outcome</th>
          <th scope="col" className="gateway-axis">
            <span>From the beginning to {formatDuration(whole)}</span>
          </th>
          <th scope="col" data-number>
            Waited
          </th>
          <th scope="col" data-number>
            Took
          </th>
          <th scope="col" data-number>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.number}>
            <th scope="row">
              {attempt.number}. <code>{attempt.deployment}</code>
            </th>
            <td data-title="Outcome">
              <AttemptOutcome attempt={attempt} />
              {attempt.providerReason && <p className="hint gateway-reason">{attempt.providerReason}</p>}
            </td>
            <td className="gateway-axis">
              <Bar attempt={attempt} begin={beginOf(attempt)} whole={whole} />
              <span className="only-heard">
                Began after {formatDuration(beginOf(attempt))}
                {attempt.firstPartMs != null && `, first part after ${formatDuration(attempt.firstPartMs)} more`}
              </span>
            </td>
            <td data-title="Waited" data-number>
              <Duration ms={attempt.waitedMs} />
            </td>
            <td data-title="Took" data-number>
              <Duration ms={attempt.durationMs} />
            </td>
            <td data-title="Cost" data-number>
              <Money micros={attempt.costMicros} isEstimated={attempt.isEstimated} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AttemptOutcome({ attempt: { status, failure, statusCode } }: { attempt: Attempt }) {
  return (
    <StatusBadge tone={status === 'SUCCEEDED' ? 'plain' : status === 'FAILED' ? 'bad' : 'care'}>
      {failure ? enumLabel(failure) : enumLabel(status)}
      {statusCode != null && ` (${statusCode})`}
    </StatusBadge>
  );
}

const UNITS = 1_000;
/** So that what took next to nothing can be seen. */
const LEAST = 6;

function Bar({ attempt, begin, whole }: { attempt: Attempt; begin: number; whole: number }) {
  const x = (ms: number) => (ms / whole) * UNITS;
  const from = Math.min(x(begin), UNITS - LEAST);
  const waited = Math.min(x(attempt.waitedMs), from);
  const length = Math.max(LEAST, Math.min(x(attempt.durationMs), UNITS - from));
  const first = attempt.firstPartMs ?? attempt.headersMs;
  return (
    <svg className="gateway-bar" aria-hidden="true" viewBox={`0 0 ${UNITS} 16`} preserveAspectRatio="none">
      <path className="gateway-bar-line" d={`M0 8H${UNITS}`} />
      {waited > 0 && <rect className="gateway-bar-waited" x={from - waited} y={6} width={waited} height={4} />}
      <rect data-status={attempt.status} x={from} y={2} width={length} height={12} />
      {first != null && x(first) < length && (
        <rect className="gateway-bar-rest" x={from + x(first)} y={2} width={length - x(first)} height={12} />
      )}
    </svg>
  );
}
