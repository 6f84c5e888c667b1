import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { afterAction, inAuditedAction } from '../request-scope.ts';
import { AuditRecorder } from './audit-recorder.ts';

/**
 * Runs work outside mutations, e.g. a command, and records it as one action. The entry is written in the transaction that changes
 * something, otherwise after the work. Failed work leaves no entry.
 */
export async function auditedWork<Answer>(ctx: Context, action: string, work: () => Promise<Answer>): Promise<Answer> {
  const recorder = new AuditRecorder(ctx, action, []);
  const answer = await inAuditedAction(ctx, recorder, work);
  await afterAction(() => recorder.writeDone((text, values) => sql(ctx.fork().em, text, values), []));
  return answer;
}
