import { useState } from 'react';

/** New idempotency key. `crypto.randomUUID` doesn't exist on pages over plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `back-office-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** One key while a form is open, so that a retry after a lost response creates nothing twice. */
export function useIdempotencyKey(): string {
  return useState(newIdempotencyKey)[0];
}
