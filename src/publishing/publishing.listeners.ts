import { type Listener, listener, publish } from '../platform/events/outbox.ts';
import { updatePublishedState } from './publish-request.sql.ts';

/**
 * Publishes an event when a publish request is decided. The decision doesn't depend on this event: a permit exists as soon as its
 * request is approved.
 */
export const publishDecisions: Listener = listener({
  name: 'tell-publish-requests',
  type: 'approval.decided',
  async handle(events) {
    for (const { ctx, payload } of events) {
      const { subject, subjectId: publishRequestId, state } = payload;
      if (subject !== 'PUBLISH_REQUEST') continue;
      await ctx.transactional(async (inner) => {
        // This listener can receive an event twice, but publishes each state once.
        if (await updatePublishedState(inner.em, publishRequestId, state)) {
          publish(inner, 'publish-request.decided', { publishRequestId, state });
        }
      });
    }
  },
});
