import { formatVerifierKey, type VerifierKey } from './note.ts';

/** Name of the group of witnesses in the policy. The format requires a group for any quorum other than one or all. */
const GROUP = 'witnesses';

export interface TlogPolicy {
  logs: readonly VerifierKey[];
  witnesses: readonly VerifierKey[];
  /** Number of witnesses that must cosign a checkpoint. */
  quorum: number;
}

/**
 * Text that lists the signatures a checkpoint must have, for tools that read tlog-proofs: the log's, and a quorum of witnesses.
 * Source: C2SP tlog-policy.
 */
export function formatTlogPolicy({ logs, witnesses, quorum }: TlogPolicy): string {
  return [
    ...logs.map((log) => `log ${formatVerifierKey(log)}`),
    // Names such as `w1` are used only within this file, because two witnesses can have the same name.
    ...witnesses.map((witness, at) => `witness w${at + 1} ${formatVerifierKey(witness)}`),
    ...(quorum > 0 ? [`group ${GROUP} ${quorum} ${witnesses.map((_, at) => `w${at + 1}`).join(' ')}`] : []),
    `quorum ${quorum > 0 ? GROUP : 'none'}`,
    '',
  ].join('\n');
}
