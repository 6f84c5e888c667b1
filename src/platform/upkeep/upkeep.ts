import { audit, DeedOutcome } from '../audit/audit.ts';
import type { Context } from '../context.ts';

/** Tidies or does something again. Gives how much there was to do. */
export type UpkeepStep = ((ctx: Context) => Promise<number>) & {
  /** Why it leaves no row in the audit trail. */
  readonly unaudited?: string;
};

/** By what they are about, in words that never change: the audit trail names them so. */
export type UpkeepSteps = Readonly<Record<string, UpkeepStep>>;

/**
 * A step that leaves no row in the audit trail, and why: what it does is written down elsewhere, or it only tidies notes that the
 * service has made for itself. Every other one leaves a row each time that it has changed something.
 */
export function unaudited(why: string, step: (ctx: Context) => Promise<number>): UpkeepStep {
  return Object.assign((ctx: Context) => step(ctx), { unaudited: why });
}

/** All of them as they are done: what each changes on its own is one row, however much it was; none where there was nothing to do. */
export function audited(steps: UpkeepSteps): UpkeepSteps {
  return Object.fromEntries(
    Object.entries(steps).map(([what, step]) => [what, step.unaudited === undefined ? auditedStep(what, step) : step]),
  );
}

function auditedStep(what: string, step: UpkeepStep): UpkeepStep {
  return async (ctx) => {
    const count = await step(ctx);
    if (count > 0) {
      const changes = [{ subjectId: what, field: 'count', before: null, after: count }];
      await audit(ctx.afresh(), { action: 'upkeep', subjectIds: [what], outcome: DeedOutcome.DONE, changes });
    }
    return count;
  };
}
