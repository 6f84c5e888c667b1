import { callingAgentId } from '../agents/index.ts';
import { can, ownerOf, type Principal } from '../platform/auth/principal.ts';
import type { PublishRequest } from './publish-request.entity.ts';

/** Filter for publish requests: those of one owner, or those that one agent has filed for its owner. */
export interface RequestVisibility {
  readonly owner: string;
  readonly asker: string | null;
}

/** Filter for the requests that the caller can see. Null if the caller can see all. */
export function visibleRequests(principal: Principal): RequestVisibility | null {
  return can(principal, 'publishing:read') ? null : ownRequests(principal);
}

/**
 * Filter for the requests that the caller can change and revoke: an agent can change those that it filed, an owner those of all
 * its agents.
 */
function ownRequests(principal: Principal): RequestVisibility {
  return { owner: ownerOf(principal), asker: callingAgentId(principal) === null ? null : principal.actor };
}

type OwnedRequest = Pick<PublishRequest, 'owner' | 'askers'>;

export const canSee = (principal: Principal, request: OwnedRequest) => isAmong(visibleRequests(principal), request);
export const canChange = (principal: Principal, request: OwnedRequest) => isAmong(ownRequests(principal), request);

function isAmong(whose: RequestVisibility | null, { owner, askers }: OwnedRequest): boolean {
  return whose === null || (whose.owner === owner && (whose.asker === null || askers.includes(whose.asker)));
}
