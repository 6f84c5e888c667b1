import { type Listener, listener, publish } from '../platform/events/outbox.ts';
import { updatePublishedState } from './publish-request.sql.ts';

/**
 * Publishes decisions about requests as events. They add nothing to the approval: the permit exists as soon as the request is
 * approved, whether or not this has run.
 */
export const publishDecisions: Listener = listener({
  name: 'tell-publish-requests',
  type: 'approval.decided',
  async handle(events) {
    for (const { ctx, payload } of events) {
      const { subject, subjectId: publishRequestId, state } = payload;
      if (subject !== 'PUBLISH_REQUEST') continue;
      await ctx.transactional(async (inner) => {
        // An event may be received twice, but is published once.
        if (await updatePublishedState(inner.em, publishRequestId, state)) {
          publish(inner, 'publish-request.decided', { publishRequestId, state });
        }
      });
    }
  },
});
