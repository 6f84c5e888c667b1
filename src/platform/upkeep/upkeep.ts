import { AuditOutcome, audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { DeletionGate } from '../deletion/deletion-gate.ts';

/** A maintenance step. Returns the number of things it changed. */
export type UpkeepStep = ((ctx: Context) => Promise<number>) & {
  /** Reason why the maintenance step leaves no audit entry. */
  readonly unaudited?: string;
  /** True if the step deletes or erases expired data. The step is skipped while deletion is held because a clock may be wrong. */
  readonly deletes?: true;
};

/**
 * Maintenance steps by subject. Subjects are stored in the audit trail: the old name of a renamed step goes into
 * `audit/former-names.ts`.
 */
export type UpkeepSteps = Readonly<Record<string, UpkeepStep>>;

/**
 * Marks a maintenance step without audit entries: its changes are recorded elsewhere, or it only maintains internal records. All
 * other steps write an audit entry when they changed something.
 */
export function unaudited(why: string, step: (ctx: Context) => Promise<number>): UpkeepStep {
  return Object.assign((ctx: Context) => step(ctx), { unaudited: why });
}

/**
 * Marks a maintenance step that deletes or erases expired data. It is skipped while deletion is held because a clock may be
 * wrong.
 */
export function deleting(step: UpkeepStep): UpkeepStep {
  const { unaudited } = step;
  return Object.assign((ctx: Context) => step(ctx), {
    ...(unaudited !== undefined && { unaudited }),
    deletes: true,
  } as const);
}

/** Makes steps that delete data ask the gate first. They do nothing while deletion is held because a clock may be wrong. */
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

/** Adds auditing to maintenance steps: each run that changed something writes one audit entry. */
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
