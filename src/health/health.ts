import type { Clock } from '../platform/clock.ts';
import { OperatorVisibleError, type Probe } from '../platform/health/probe.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { outsideRequests } from '../platform/request-scope.ts';

export const HealthStatus = { PASS: 'PASS', WARN: 'WARN', FAIL: 'FAIL', UNKNOWN: 'UNKNOWN' } as const;
export type HealthStatus = (typeof HealthStatus)[keyof typeof HealthStatus];

export interface ConnectionHealth {
  name: string;
  ok: boolean;
  required: boolean;
  status: HealthStatus;
  latencyMs: number;
  /** Why the probe failed, for operators, if the probe knows it. Not part of the public report. */
  reason?: string;
}

export interface HealthReport {
  ok: boolean;
  status: HealthStatus;
  /** True if at least calls that change nothing succeed. */
  canServe: boolean;
  checkedAt: Date;
  connections: ConnectionHealth[];
}

/** Timeout of a probe, after which it counts as failed. Shorter than the timeout of callers that read the report. */
const PROBE_TIMEOUT_MS = 3_000;
/**
 * Longest wait for a report before readiness is taken from the last one: shorter than the patience of load balancers. A
 * connection that hangs is reported once its probe has timed out.
 */
const READY_WAIT_MS = 400;
/** Time for which a report is cached, so that health requests can't overload the service. */
const CACHE_MS = 1_000;

export class Health {
  readonly #probes: () => readonly Probe[];
  readonly #clock: Clock;
  readonly #logger: Logger;
  #report: Promise<HealthReport> | undefined;
  #isChecking = false;
  /** True if the last report said that calls can be served. At first true, because the start needs the database and the storage. */
  #couldServe = true;
  /** Time of the cached report, on the monotonic clock. */
  #madeAt = 0;

  /** @param probes returns all probes; called for each report, since features composed later add some */
  constructor(probes: () => readonly Probe[], clock: Clock, logger: Logger) {
    this.#probes = probes;
    this.#clock = clock;
    this.#logger = logger;
  }

  report(): Promise<HealthReport> {
    const now = performance.now();
    // While probes are running, all callers wait for their report: a hanging connection must answer or time out before it is
    // probed again.
    if (!this.#report || (now - this.#madeAt >= CACHE_MS && !this.#isChecking)) {
      this.#madeAt = now;
      this.#isChecking = true;
      this.#report = outsideRequests(() => this.#check()).finally(() => {
        this.#isChecking = false;
      });
    }
    return this.#report;
  }

  /** True if calls can be served, by a report of now, or else by the last one. */
  async isReady(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const last = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(this.#couldServe), READY_WAIT_MS);
    });
    const now = this.report().then(({ canServe }) => canServe);
    return Promise.race([now, last]).finally(() => clearTimeout(timer));
  }

  async #check(): Promise<HealthReport> {
    const probes = this.#probes();
    const used = await Promise.all(probes.map(async (one) => (await one.isUsed?.().catch(() => false)) ?? true));
    const probed = await Promise.all(probes.filter((_, at) => used[at]).map((one) => this.#probe(one)));
    const connections = probed.map(({ connection }) => connection);
    const ok = connections.every((one) => one.ok || !one.required);
    const allUp = connections.every((one) => one.ok);
    const canServe = probed.every(({ leavesReads }) => leavesReads);
    this.#couldServe = canServe;
    return { ok, status: allUp ? 'PASS' : ok ? 'WARN' : 'FAIL', canServe, checkedAt: this.#clock.now(), connections };
  }

  async #probe(one: Probe): Promise<{ connection: ConnectionHealth; leavesReads: boolean }> {
    const { name, required, probe, isKnown, isLoggedElsewhere } = one;
    if (isKnown?.() === false) {
      return { connection: { name, ok: true, required, status: 'UNKNOWN', latencyMs: 0 }, leavesReads: true };
    }
    const begin = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let ok = true;
    let leavesReads = true;
    let reason: string | undefined;
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // The error has no stack, because the stack would point here, not at the probe that hangs.
          reject(Object.assign(new Error(`The health check got no answer in ${PROBE_TIMEOUT_MS} ms.`), { stack: '' }));
        }, PROBE_TIMEOUT_MS);
      });
      await Promise.race([probe(), late]);
    } catch (error) {
      ok = false;
      leavesReads = !required || (one.leavesReads?.(error) ?? false);
      if (error instanceof OperatorVisibleError) reason = error.message;
      if (!isLoggedElsewhere) this.#logger.warn({ err: error, connection: name }, 'a connection is down');
    } finally {
      clearTimeout(timer);
    }
    const status = ok ? 'PASS' : required ? 'FAIL' : 'WARN';
    const latencyMs = Math.round(performance.now() - begin);
    return { connection: { name, ok, required, status, latencyMs, ...(reason && { reason }) }, leavesReads };
  }
}
