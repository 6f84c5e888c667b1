import type { Context } from '../platform/context.ts';
import type { Facility, FacilityStanding } from '../platform/health/facility.ts';
import { type ConnectionHealth, type Health, HealthStatus } from './health.ts';

export const FacilityState = {
  ON: 'ON',
  OFF: 'OFF',
  NOT_CONFIGURED: 'NOT_CONFIGURED',
  FAILING: 'FAILING',
  UNKNOWN: 'UNKNOWN',
} as const;
export type FacilityState = (typeof FacilityState)[keyof typeof FacilityState];

/** How a facility stands, with what the health report says of what it needs. */
export interface FacilityReport {
  facility: Facility;
  state: FacilityState;
  detail: string;
  remedy: string | null;
}

/** What this installation can do at this moment: as it was set up, and as the health report has it. */
export class Facilities {
  readonly #all: () => readonly Facility[];
  readonly #health: Pick<Health, 'report'>;

  /** @param all asked each time: features that come later have some, too */
  constructor(all: () => readonly Facility[], health: Pick<Health, 'report'>) {
    this.#all = all;
    this.#health = health;
  }

  async report(ctx: Context): Promise<FacilityReport[]> {
    const { connections } = await this.#health.report();
    const byName = new Map(connections.map((connection) => [connection.name, connection]));
    const reports: FacilityReport[] = [];
    // One after the other: all of them read by the one connection of the request.
    for (const facility of this.#all()) {
      reports.push({ facility, ...(await this.#standing(ctx, facility, byName.get(facility.connection ?? ''))) });
    }
    return reports;
  }

  async #standing(
    ctx: Context,
    facility: Facility,
    connection: ConnectionHealth | undefined,
  ): Promise<Omit<FacilityReport, 'facility'>> {
    let standing: FacilityStanding;
    try {
      standing = await facility.look(ctx);
    } catch (err) {
      ctx.signal.throwIfAborted();
      ctx.logger.warn({ err, facility: facility.name }, 'how something stands could not be found out');
      return { state: FacilityState.UNKNOWN, detail: 'It could not be found out.', remedy: 'Ask again in a while.' };
    }
    if (standing.state !== 'ON' || !connection) return standing;
    if (!connection.ok) {
      return {
        ...standing,
        state: FacilityState.FAILING,
        remedy: connection.reason ?? 'It does not work now. The log of the service says why.',
      };
    }
    if (connection.status !== HealthStatus.UNKNOWN) return standing;
    const detail = `${standing.detail} It has not been used yet, so whether it works is not known.`;
    return { ...standing, state: FacilityState.UNKNOWN, detail };
  }
}
