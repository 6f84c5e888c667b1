import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { VerifierKey } from '../proof/note.ts';
import { witnessId } from './cosignatures.ts';
import { LogFrozen } from './log-frozen.ts';

/**
 * What witnesses hold against a log, by witness: that it is not the one they have seen, in a sentence. It stands in the log's
 * state row, which everybody who writes or signs reads anyway, so that all processes stop at once.
 */
export type Disputes = Readonly<Record<string, string>>;

/**
 * Of a witness that is not asked any more nothing counts: an operator who has found it to be wrong takes it out of WITNESSES.
 * @throws LogFrozen when a witness disputes the log.
 */
export function assertUndisputed(disputes: Disputes, witnesses: readonly VerifierKey[]): void {
  const disputing = witnesses.find((witness) => Object.hasOwn(disputes, witnessId(witness)));
  if (disputing) throw new LogFrozen(`The witness ${disputing.name} has seen another history of it.`);
}

export async function disputesOf(em: EntityManager, log: number): Promise<Disputes> {
  const [state] = await sql<{ disputes: Disputes }>(em, 'select disputes from log_state where log = $1', [log]);
  return state?.disputes ?? {};
}

export async function noteDispute(em: EntityManager, log: number, witness: VerifierKey, what: string): Promise<void> {
  await sql(
    em,
    `update log_state set disputes = disputes || jsonb_build_object($2::text, $3::text)
     where log = $1 and disputes ->> $2 is distinct from $3`,
    [log, witnessId(witness), what],
  );
}

/** The witness has cosigned since, and so has taken it back. */
export async function settleDispute(em: EntityManager, log: number, witness: VerifierKey): Promise<void> {
  await sql(em, 'update log_state set disputes = disputes - $2::text where log = $1 and jsonb_exists(disputes, $2)', [
    log,
    witnessId(witness),
  ]);
}
