import { customerIdOf, ownerOf } from '../platform/auth/principal.ts';
import { publishedEvent } from '../platform/events/published-event.ts';
import type { SealStatusKind } from '../proof/statement.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** What became of a seal after it was made. */
    'seal.status-changed': { sealId: string; status: SealStatusKind };
  }
}

/** What the outside is told of seals: by their ids, so that nothing else is left of one that is erased. */
export const publishedOfSeals = [
  publishedEvent({
    type: 'seal.sealed',
    name: 'seal.sealed',
    description: 'A seal was signed and written into the log; a checkpoint that covers it may come a moment later.',
    data: { sealId: 'The seal.' },
    async tell({ principal }, { sealId }) {
      return { customerId: customerIdOf(ownerOf(principal)), data: { sealId } };
    },
  }),
  publishedEvent({
    type: 'seal.status-changed',
    name: 'seal.status-changed',
    description: 'A seal was revoked, superseded or erased. A customer hears of what it has done itself.',
    data: { sealId: 'The seal.', status: '`REVOKED`, `SUPERSEDED` or `ERASED`.' },
    async tell({ principal }, { sealId, status }) {
      return { customerId: customerIdOf(ownerOf(principal)), data: { sealId, status } };
    },
  }),
];
