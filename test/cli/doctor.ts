import { randomBytes } from 'node:crypto';
import type { CommandResult } from '../support/command.ts';

/** As a service makes them for itself. */
export const SECRETS = Object.fromEntries(
  ['ADMIN_TOKEN', 'INTEGRATIONS_INBOUND_SECRET'].map((name) => [name, randomBytes(24).toString('base64url')]),
);

export interface Seen {
  name: string;
  verdict: 'OK' | 'WARN' | 'FAIL' | 'SKIPPED';
  detail: string;
  advice?: string;
}

export const reported = ({ stdout }: CommandResult): { result: string; findings: Seen[] } => JSON.parse(stdout);
export const of = (findings: Seen[], name: string) => findings.filter((one) => one.name === name);
