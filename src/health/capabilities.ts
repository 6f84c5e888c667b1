import type { Context } from '../platform/context.ts';
import type { CapabilityCheckResult, ServiceCapability } from '../platform/health/capability.ts';
import { type ConnectionHealth, type Health, HealthStatus } from './health.ts';

export const CapabilityState = {
  ON: 'ON',
  OFF: 'OFF',
  NOT_CONFIGURED: 'NOT_CONFIGURED',
  FAILING: 'FAILING',
  UNKNOWN: 'UNKNOWN',
} as const;
export type CapabilityState = (typeof CapabilityState)[keyof typeof CapabilityState];

/** State of a capability, with the health of the connection that it needs. */
export interface CapabilityReport {
  capability: ServiceCapability;
  state: CapabilityState;
  detail: string;
  remedy: string | null;
}

/** Reports the capabilities of this installation, from its configuration and the health report. */
export class Capabilities {
  readonly #all: () => readonly ServiceCapability[];
  readonly #health: Pick<Health, 'report'>;

  /** @param all returns all capabilities; called for each report, since features composed later add some */
  constructor(all: () => readonly ServiceCapability[], health: Pick<Health, 'report'>) {
    this.#all = all;
    this.#health = health;
  }

  async report(ctx: Context): Promise<CapabilityReport[]> {
    const { connections } = await this.#health.report();
    const byName = new Map(connections.map((connection) => [connection.name, connection]));
    const reports: CapabilityReport[] = [];
    // Capabilities are checked one after the other, because all use the one database connection of the request.
    for (const capability of this.#all()) {
      reports.push({ capability, ...(await this.#standing(ctx, capability, byName.get(capability.connection ?? ''))) });
    }
    return reports;
  }

  async #standing(
    ctx: Context,
    capability: ServiceCapability,
    connection: ConnectionHealth | undefined,
  ): Promise<Omit<CapabilityReport, 'capability'>> {
    let standing: CapabilityCheckResult;
    try {
      standing = await capability.check(ctx);
    } catch (err) {
      ctx.signal.throwIfAborted();
      ctx.logger.warn({ err, capability: capability.name }, 'the state of a capability could not be read');
      return {
        state: CapabilityState.UNKNOWN,
        detail: 'The state of this capability could not be read.',
        remedy: 'Try again later.',
      };
    }
    if (standing.state !== 'ON' || !connection) return standing;
    if (!connection.ok) {
      return {
        ...standing,
        state: CapabilityState.FAILING,
        remedy: connection.reason ?? 'The connection is down. The server log has the reason.',
      };
    }
    if (connection.status !== HealthStatus.UNKNOWN) return standing;
    const detail = `${standing.detail} It has not been used yet, so the service doesn’t know if it works.`;
    return { ...standing, state: CapabilityState.UNKNOWN, detail };
  }
}
