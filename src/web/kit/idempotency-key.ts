import { useState } from 'react';

/** A new idempotency key. `crypto.randomUUID` is not there on a page over plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `back-office-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** One key for as long as a form is open, so that sending it again after a lost answer issues nothing a second time. */
export function useIdempotencyKey(): string {
  return useState(newIdempotencyKey)[0];
}
