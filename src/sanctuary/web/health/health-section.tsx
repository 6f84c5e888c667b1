import { useEffect, useState } from 'react';
import type { SanctuaryFacts } from '../../pure.ts';
import { milliseconds } from '../figures.ts';
import { requestGraphql } from '../requests.ts';
import { texts } from '../texts.ts';

const HEALTH = '{ health { ok status checkedAt connections { name ok required status latencyMs } } }';
const EVERY_MS = 10_000;

interface Report {
  isReady: boolean;
  roundTripMs: number;
  checkedAt: string;
  status: string;
  connections: { name: string; ok: boolean; required: boolean; status: string; latencyMs: number }[];
}

/**
 * Shows the service’s health, checked every ten seconds while the page is visible. Space for the result is reserved, so that the
 * layout doesn’t shift.
 */
export function HealthSection({ version, connections }: Pick<SanctuaryFacts, 'version' | 'connections'>) {
  const [report, setReport] = useState<Report | null>(null);
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let abort: AbortController | undefined;
    const check = async () => {
      abort?.abort();
      const mine = new AbortController();
      abort = mine;
      const began = performance.now();
      try {
        const [ready, { data }] = await Promise.all([
          fetch('/readyz', { signal: mine.signal }),
          requestGraphql<{ health: Omit<Report, 'isReady' | 'roundTripMs'> }>(HEALTH, {}, mine.signal),
        ]);
        setReport({ ...data.health, isReady: ready.ok, roundTripMs: performance.now() - began });
        setAway(false);
      } catch {
        if (mine.signal.aborted) return;
        setAway(true);
      }
      timer = setTimeout(check, EVERY_MS);
    };
    const follow = () => {
      clearTimeout(timer);
      abort?.abort();
      if (!document.hidden) void check();
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      abort?.abort();
    };
  }, []);

  return (
    <div className="health">
      <p>
        <strong className="state" data-ok={report?.isReady === true && !isAway}>
          {isAway
            ? texts.health.noResponse
            : report === null
              ? texts.health.notChecked
              : report.isReady
                ? texts.health.ready
                : texts.health.notReady}
        </strong>{' '}
        <span className="quiet">
          {texts.health.checked(
            version,
            report ? new Date(report.checkedAt).toLocaleTimeString('en-GB') : '––:––:––',
            report ? milliseconds(report.roundTripMs) : '–– ms',
          )}
        </span>
      </p>
      {report === null ? (
        <ul className="connections">
          {connections.map((name) => (
            <li key={name}>
              <b>{name}</b>
              <span>…</span>
              <span className="quiet">{texts.health.connectionNotChecked}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="connections">
          {report.connections.map(({ name, ok, required, status, latencyMs }) => (
            <li key={name} data-ok={ok}>
              <b>{name}</b>
              <span>{status.toLowerCase()}</span>
              <span className="quiet">{latencyText(status, latencyMs, required)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="fine">
        {texts.health.forPrograms(
          <a href="/readyz">/readyz</a>,
          <a href="/api/health/architecture">/api/health/architecture</a>,
          <code>health</code>,
        )}
      </p>
    </div>
  );
}

function latencyText(status: string, latencyMs: number, isRequired: boolean): string {
  const latency = status === 'UNKNOWN' ? texts.health.notUsed : milliseconds(latencyMs);
  return isRequired ? latency : texts.health.notRequired(latency);
}
