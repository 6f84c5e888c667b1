import type { Context } from '../context.ts';

/** Groups of capabilities. Each feature declares its own by declaration merging. */
export interface CapabilityGroups {
  SERVICE: true;
}

export type CapabilityGroup = keyof CapabilityGroups;

/** Status of a capability as configured. The health report says whether its connection works. */
export interface CapabilityCheckResult {
  state: 'ON' | 'OFF' | 'NOT_CONFIGURED';
  /** One or two sentences on the status. No hosts, no secrets. */
  detail: string;
  /** Advice for an operator to enable or extend the capability. Null if nothing is needed. */
  remedy: string | null;
}

/** A capability of an installation. It is on, off or not configured. */
export interface ServiceCapability {
  /** Unique name of the capability, e.g. `time-stamps`. A name never changes its meaning. */
  name: string;
  group: CapabilityGroup;
  title: string;
  /** Purpose of the capability in one sentence. */
  description: string;
  /** Name of the connection that the capability needs, as in the health report. Absent if it needs none. */
  connection?: string;
  /** Environment variables that configure the capability. */
  variables?: readonly string[];
  /** Path of the back office page that configures the capability. */
  screen?: string;
  /** Determines the status. Must be cheap and must not call other hosts. */
  check(ctx: Context): Promise<CapabilityCheckResult> | CapabilityCheckResult;
}
