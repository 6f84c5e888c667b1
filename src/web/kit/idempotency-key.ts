import { useState } from 'react';

/** Creates an idempotency key. Doesn't use `crypto.randomUUID`, which doesn't exist on pages over plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `back-office-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Idempotency key that stays the same while a form is open, so that a retry after a lost response creates nothing twice. */
export function useIdempotencyKey(): string {
  return useState(newIdempotencyKey)[0];
}
