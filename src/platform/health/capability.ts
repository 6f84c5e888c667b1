import type { Context } from '../context.ts';

/** Headings of facilities. Each part declares its own by declaration merging. */
export interface CapabilityGroups {
  HOUSE: true;
}

export type CapabilityGroup = keyof CapabilityGroups;

/** How it stands, without asking whether it answers at the moment: that is the health report's to say. */
export interface CapabilityCheckResult {
  state: 'ON' | 'OFF' | 'NOT_CONFIGURED';
  /** What that means here, in a sentence or two. No host, no secret. */
  detail: string;
  /** What to do to have it, or more of it; null where there is nothing to do. */
  remedy: string | null;
}

/** Something that an installation of the service can do, has been told not to do, or lacks something for. */
export interface Capability {
  /** Never changes its meaning, e.g. `time-stamps`. */
  name: string;
  group: CapabilityGroup;
  title: string;
  /** What it is for, in a sentence. */
  description: string;
  /** What the health report calls that which it needs. Left out: nothing outside. */
  connection?: string;
  /** The variables of the environment that decide about it. */
  variables?: readonly string[];
  /** The address in the back office where it is decided about. */
  screen?: string;
  /** Looked at when somebody asks: cheap, and asks nobody outside. */
  check(ctx: Context): Promise<CapabilityCheckResult> | CapabilityCheckResult;
}
