import { z } from 'zod';
import { configFragment, optional } from '../platform/config/config.ts';
import { placeProblem } from './open-place.ts';

export interface BackupConfig {
  /** Folder or URL for scheduled backups, and the default of the commands. Null if none is set. */
  to: string | null;
  /** Milliseconds between two scheduled backups. */
  everyMs: number;
  /** Number of scheduled backups that are kept. */
  keep: number;
  /** Encrypts the secrets in backups. Null to leave them out. */
  passphrase: string | null;
}

const HOUR_MS = 3_600_000;
const UNITS = { h: HOUR_MS, d: 24 * HOUR_MS } as const;

const Variables = z.object({
  BACKUP_TO: optional(
    z.string().superRefine((to, context) => {
      const problem = placeProblem(to);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
  ).describe(
    'Folder or bucket (s3://bucket/prefix?endpoint=…&region=…) for backups. If it is set, one of the processes with background work backs up regularly.',
  ),
  BACKUP_EVERY: optional(
    z.string().regex(/^[1-9]\d{0,3}[hd]$/, 'Invalid input: expected hours or days, such as 24h or 7d'),
  )
    .default('24h')
    .describe('Time between two scheduled backups: a number with h or d.'),
  BACKUP_KEEP: optional(z.coerce.number().int().min(1).max(1_000))
    .default(7)
    .describe('Number of scheduled backups to keep in BACKUP_TO. Older ones are deleted.'),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'Invalid input: expected at least 12 characters')).describe(
    'Encrypts the secrets in backups. Without it, secrets are left out of them.',
  ),
});

export const backupConfig = configFragment(
  Variables,
  ({ BACKUP_TO, BACKUP_EVERY, BACKUP_KEEP, BACKUP_PASSPHRASE }): BackupConfig => ({
    to: BACKUP_TO ?? null,
    everyMs: Number(BACKUP_EVERY.slice(0, -1)) * UNITS[BACKUP_EVERY.slice(-1) as keyof typeof UNITS],
    keep: BACKUP_KEEP,
    passphrase: BACKUP_PASSPHRASE ?? null,
  }),
);
