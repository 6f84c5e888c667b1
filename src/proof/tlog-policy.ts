import { formatVerifierKey, type VerifierKey } from './note.ts';

/** The name of the group that has to cosign; the format wants one for any number but one or all. */
const GROUP = 'witnesses';

export interface TlogPolicy {
  logs: readonly VerifierKey[];
  witnesses: readonly VerifierKey[];
  /** How many of the witnesses have to have cosigned a checkpoint. */
  quorum: number;
}

/**
 * What has to stand under a checkpoint, for tools that read tlog-proofs: a log's signature and a quorum of witnesses.
 * Source: C2SP tlog-policy.
 */
export function formatTlogPolicy({ logs, witnesses, quorum }: TlogPolicy): string {
  return [
    ...logs.map((log) => `log ${formatVerifierKey(log)}`),
    // Names are only for the file itself; two witnesses may call themselves the same.
    ...witnesses.map((witness, at) => `witness w${at + 1} ${formatVerifierKey(witness)}`),
    ...(quorum > 0 ? [`group ${GROUP} ${quorum} ${witnesses.map((_, at) => `w${at + 1}`).join(' ')}`] : []),
    `quorum ${quorum > 0 ? GROUP : 'none'}`,
    '',
  ].join('\n');
}
