import { customerIdOf } from '../customers/index.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import { publishedEvent } from '../platform/events/published-event.ts';
import type { SealStatusKind } from '../proof/statement.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** What became of a seal after it was made; not that it was erased, since then nothing may tell of it. */
    'seal.status-changed': { sealId: string; status: SealStatusKind };
  }
}

/** What the outside is told of seals: nothing but their ids. */
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
    description: 'A seal was revoked or superseded. A customer hears of what it has done itself.',
    data: {
      sealId: 'The seal.',
      status: '`REVOKED` or `SUPERSEDED`. Of one that is erased nobody is told, so that nothing is left of it.',
    },
    async tell({ principal }, { sealId, status }) {
      return { customerId: customerIdOf(ownerOf(principal)), data: { sealId, status } };
    },
  }),
];
