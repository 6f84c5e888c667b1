import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { afterAction, inAuditedAction } from '../request-scope.ts';
import { AuditRecorder } from './audit-recorder.ts';

/**
 * Does what is no mutation and changes things all the same, e.g. a command in a shell, and writes it down as mutations are: by
 * the transaction that changes something, else once it is done. What fails leaves no row.
 */
export async function auditedWork<Answer>(ctx: Context, action: string, work: () => Promise<Answer>): Promise<Answer> {
  const deed = new AuditRecorder(ctx, action, []);
  const answer = await inAuditedAction(ctx, deed, work);
  await afterAction(() => deed.writeDone((text, values) => sql(ctx.fork().em, text, values), []));
  return answer;
}
