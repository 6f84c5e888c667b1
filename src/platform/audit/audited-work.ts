import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { afterDeed, inDeed } from '../request-scope.ts';
import { DeedUnderWay } from './deed-under-way.ts';

/**
 * Does what is no mutation and changes things all the same, e.g. a command in a shell, and writes it down as mutations are: by
 * the transaction that changes something, else once it is done. What fails leaves no row.
 */
export async function auditedWork<Answer>(ctx: Context, action: string, work: () => Promise<Answer>): Promise<Answer> {
  const deed = new DeedUnderWay(ctx, action, []);
  const answer = await inDeed(ctx, deed, work);
  await afterDeed(() => deed.writeDone((text, values) => sql(ctx.afresh().em, text, values), []));
  return answer;
}
