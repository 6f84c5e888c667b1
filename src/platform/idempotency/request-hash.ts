import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../proof/json.ts';

/** SHA-256 of a request in hex. A null field counts like a missing field, and binary data counts like its own SHA-256. */
export function requestHash(mutation: string, { idempotencyKey: _, ...request }: object & KeyedInput): string {
  return sha256(canonicalBytes({ mutation, request: plain(request) }));
}

/** Input of a mutation that takes an idempotency key. */
export interface KeyedInput {
  idempotencyKey?: string | null | undefined;
}

function plain(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { sha256: sha256(value) };
  if (Array.isArray(value)) return value.map((member) => plain(member));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(given.map(([name, member]) => [name, plain(member)]));
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
