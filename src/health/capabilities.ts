import type { Context } from '../platform/context.ts';
import type { Capability, CapabilityCheckResult } from '../platform/health/capability.ts';
import { type ConnectionHealth, type Health, HealthStatus } from './health.ts';

export const CapabilityState = {
  ON: 'ON',
  OFF: 'OFF',
  NOT_CONFIGURED: 'NOT_CONFIGURED',
  FAILING: 'FAILING',
  UNKNOWN: 'UNKNOWN',
} as const;
export type CapabilityState = (typeof CapabilityState)[keyof typeof CapabilityState];

/** How a capability stands, with what the health report says of what it needs. */
export interface CapabilityReport {
  capability: Capability;
  state: CapabilityState;
  detail: string;
  remedy: string | null;
}

/** What this installation can do at this moment: as it was set up, and as the health report has it. */
export class Capabilities {
  readonly #all: () => readonly Capability[];
  readonly #health: Pick<Health, 'report'>;

  /** @param all asked each time: features that come later have some, too */
  constructor(all: () => readonly Capability[], health: Pick<Health, 'report'>) {
    this.#all = all;
    this.#health = health;
  }

  async report(ctx: Context): Promise<CapabilityReport[]> {
    const { connections } = await this.#health.report();
    const byName = new Map(connections.map((connection) => [connection.name, connection]));
    const reports: CapabilityReport[] = [];
    // One after the other: all of them read by the one connection of the request.
    for (const capability of this.#all()) {
      reports.push({ capability, ...(await this.#standing(ctx, capability, byName.get(capability.connection ?? ''))) });
    }
    return reports;
  }

  async #standing(
    ctx: Context,
    capability: Capability,
    connection: ConnectionHealth | undefined,
  ): Promise<Omit<CapabilityReport, 'capability'>> {
    let standing: CapabilityCheckResult;
    try {
      standing = await capability.check(ctx);
    } catch (err) {
      ctx.signal.throwIfAborted();
      ctx.logger.warn({ err, capability: capability.name }, 'how something stands could not be found out');
      return { state: CapabilityState.UNKNOWN, detail: 'It could not be found out.', remedy: 'Ask again in a while.' };
    }
    if (standing.state !== 'ON' || !connection) return standing;
    if (!connection.ok) {
      return {
        ...standing,
        state: CapabilityState.FAILING,
        remedy: connection.reason ?? 'It does not work now. The log of the service says why.',
      };
    }
    if (connection.status !== HealthStatus.UNKNOWN) return standing;
    const detail = `${standing.detail} It has not been used yet, so whether it works is not known.`;
    return { ...standing, state: CapabilityState.UNKNOWN, detail };
  }
}
