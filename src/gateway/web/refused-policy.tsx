import type { ReactNode } from 'react';
import type { PublishPolicyMutation } from '../../web/generated/gateway/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import type { ProblemOf } from '../../web/kit/outcome.ts';
import { ProblemNotice } from '../../web/kit/states.tsx';

type Problem = ProblemOf<PublishPolicyMutation>;

/** Why a version was not published: what is wrong with it and where, or who has to agree first. */
export function RefusedPolicy({ problem, place }: { problem: Problem; place?: (pointer: string) => ReactNode }) {
  return (
    <ProblemNotice problem={problem}>
      {problem.__typename === 'RoutingPolicyInvalid' && (
        <ul>
          {problem.faults.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              {place?.(pointer) ?? <code>{pointer}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {problem.__typename === 'ChangeHeld' && (
        <p>
          <PageLink to={`/admin/approvals/${problem.approvalId}`}>Go to the request that waits for approval</PageLink>
        </p>
      )}
    </ProblemNotice>
  );
}
