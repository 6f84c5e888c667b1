import type { PublishPublishingPolicyVersionMutation } from '../../web/generated/publishing/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import type { ProblemOf } from '../../web/kit/outcome.ts';
import { ProblemNotice } from '../../web/kit/states.tsx';
import { Faults } from './faults.tsx';

/** Why a version was not published: what is wrong with it and where, or who has to agree first. */
export function RefusedPolicy({ problem }: { problem: ProblemOf<PublishPublishingPolicyVersionMutation> }) {
  return (
    <ProblemNotice problem={problem}>
      {problem.__typename === 'PublishingPolicyInvalid' && <Faults faults={problem.faults} />}
      {problem.__typename === 'ChangeHeld' && (
        <p>
          <PageLink to={`/admin/approvals/${problem.approvalId}`}>Go to the request that waits for approval</PageLink>
        </p>
      )}
    </ProblemNotice>
  );
}
