import { AuditOutcome, audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { DeletionGate } from '../deletion/deletion-gate.ts';

/** Tidies or does something again. Gives how much there was to do. */
export type UpkeepStep = ((ctx: Context) => Promise<number>) & {
  /** Why it leaves no row in the audit trail. */
  readonly unaudited?: string;
  /** True if the step deletes or erases what is old enough by a clock. It waits while deletion is held. */
  readonly deletes?: true;
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

/** A step that deletes or erases what is old enough by a clock: it is skipped while deletion is held. */
export function deleting(step: UpkeepStep): UpkeepStep {
  const { unaudited } = step;
  return Object.assign((ctx: Context) => step(ctx), {
    ...(unaudited !== undefined && { unaudited }),
    deletes: true,
  } as const);
}

/** Wraps steps that delete: each asks the gate first, and has nothing to do while deletion is held. */
export function gated(steps: UpkeepSteps, gate: Pick<DeletionGate, 'mayDelete'>): UpkeepSteps {
  return Object.fromEntries(
    Object.entries(steps).map(([what, step]) => {
      if (!step.deletes) return [what, step];
      const { unaudited } = step;
      const asking = async (ctx: Context) => ((await gate.mayDelete()) ? step(ctx) : 0);
      return [what, Object.assign(asking, { ...(unaudited !== undefined && { unaudited }), deletes: true } as const)];
    }),
  );
}

/** All of them as they are done: what each changes on its own is one row, however much it was; none where there was nothing to do. */
export function audited(steps: UpkeepSteps): UpkeepSteps {
  return Object.fromEntries(
    Object.entries(steps).map(([what, step]) => [what, step.unaudited === undefined ? auditedStep(what, step) : step]),
  );
}

function auditedStep(what: string, step: UpkeepStep): UpkeepStep {
  const auditing = async (ctx: Context) => {
    const count = await step(ctx);
    if (count > 0) {
      const changes = [{ subjectId: what, field: 'count', before: null, after: count }];
      await audit(ctx.fork(), { action: 'upkeep', subjectIds: [what], outcome: AuditOutcome.DONE, changes });
    }
    return count;
  };
  return Object.assign(auditing, { ...(step.deletes && ({ deletes: true } as const)) });
}
