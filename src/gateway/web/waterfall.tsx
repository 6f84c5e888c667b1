import type { RunByIdQuery } from '../../web/generated/gateway/graphql.ts';
import { enumLabel, Money, StatusBadge } from '../../web/kit/values.tsx';
import { Duration, formatDuration } from './run-status.tsx';
import './waterfall.css';
import { texts } from './texts.ts';

type Run = Extract<RunByIdQuery['node'], { __typename: 'Run' }>;
type Attempt = Run['attempts'][number];

/** Attempts of a run, each with a bar on the time axis of the run. Screen readers get the same figures. */
export function Waterfall({ run: { attempts, failure, startedAt, durationMs } }: { run: Run }) {
  if (failure === 'NO_PROVIDER_AVAILABLE') return <p className="hint">{texts.attempts.none}</p>;
  if (attempts.length === 0) return <p className="hint">{texts.attempts.unknown}</p>;
  const begins = Date.parse(startedAt);
  const beginOf = (attempt: Attempt) => Math.max(0, Date.parse(attempt.startedAt) - begins);
  const ends = attempts.map((attempt) => beginOf(attempt) + attempt.durationMs);
  const whole = Math.max(durationMs ?? 0, ...ends, 1);
  return (
    <table className="data gateway-waterfall">
      <caption className="only-heard">{texts.attempts.caption(formatDuration(whole))}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.attempts.attempt}</th>
          <th scope="col">{texts.run.outcome}</th>
          <th scope="col" className="gateway-axis">
            <span>{texts.attempts.axis(formatDuration(whole))}</span>
          </th>
          <th scope="col" data-number>
            {texts.attempts.waited}
          </th>
          <th scope="col" data-number>
            {texts.run.duration}
          </th>
          <th scope="col" data-number>
            {texts.run.cost}
          </th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.number}>
            <th scope="row">
              {attempt.number}. <code>{attempt.deployment}</code>
            </th>
            <td data-title={texts.run.outcome}>
              <AttemptOutcome attempt={attempt} />
              {attempt.providerReason && <p className="hint gateway-reason">{attempt.providerReason}</p>}
            </td>
            <td className="gateway-axis">
              <Bar attempt={attempt} begin={beginOf(attempt)} whole={whole} />
              <span className="only-heard">
                {texts.attempts.timing(
                  formatDuration(beginOf(attempt)),
                  attempt.firstPartMs == null ? null : formatDuration(attempt.firstPartMs),
                )}
              </span>
            </td>
            <td data-title={texts.attempts.waited} data-number>
              <Duration ms={attempt.waitedMs} />
            </td>
            <td data-title={texts.run.duration} data-number>
              <Duration ms={attempt.durationMs} />
            </td>
            <td data-title={texts.run.cost} data-number>
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
/** Minimum width of a bar, in units of the view box, so that short attempts are visible. */
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
