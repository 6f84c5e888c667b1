import type { VerifierKey } from '../proof/note.ts';
import { witnessId } from './cosignatures.ts';
import { LogFrozen } from './log-frozen.ts';
import type { Disputes } from './log-state.sql.ts';

/**
 * Checks that no current witness disputes the log. Disputes of removed witnesses don't count, so an operator can remove a faulty
 * witness from WITNESSES.
 * @throws LogFrozen if a witness disputes the log
 */
export function assertUndisputed(disputes: Disputes, witnesses: readonly VerifierKey[]): void {
  const disputing = witnesses.find((witness) => Object.hasOwn(disputes, witnessId(witness)));
  if (disputing) throw new LogFrozen(`The witness ${disputing.name} has seen another history of it.`);
}
