import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { afterAction, inAuditedAction } from '../request-scope.ts';
import { AuditRecorder } from './audit-recorder.ts';

/**
 * Runs work outside mutations, e.g. a command, and records it as one action. Each transaction that changes something writes an
 * audit entry. If none does, the entry is written after the work. Work that fails before it commits anything leaves no entry.
 */
export async function auditedWork<Answer>(ctx: Context, action: string, work: () => Promise<Answer>): Promise<Answer> {
  const recorder = new AuditRecorder(ctx, action, []);
  const answer = await inAuditedAction(ctx, recorder, work);
  await afterAction(() => recorder.writeDone((text, values) => sql(ctx.fork().em, text, values), []));
  return answer;
}
