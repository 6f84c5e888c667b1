import { callingAgentId } from '../agents/index.ts';
import { can, ownerOf, type Principal } from '../platform/auth/principal.ts';
import type { PublishRequest } from './publish-request.entity.ts';

/** An owner's requests, or of those the ones that a machine has asked for. */
export interface RequestScope {
  readonly owner: string;
  readonly asker: string | null;
}

/** Whose requests somebody sees: everybody's, which is null, or their own. */
export function visibleRequests(principal: Principal): RequestScope | null {
  return can(principal, 'publishing:read') ? null : ownRequests(principal);
}

/** Whose somebody changes and takes back. An agent's are those that it has asked for; its owner's are those of all its agents. */
function ownRequests(principal: Principal): RequestScope {
  return { owner: ownerOf(principal), asker: callingAgentId(principal) === null ? null : principal.actor };
}

type OwnedRequest = Pick<PublishRequest, 'owner' | 'askers'>;

export const sees = (principal: Principal, request: OwnedRequest) => isAmong(visibleRequests(principal), request);
export const owns = (principal: Principal, request: OwnedRequest) => isAmong(ownRequests(principal), request);

function isAmong(whose: RequestScope | null, { owner, askers }: OwnedRequest): boolean {
  return whose === null || (whose.owner === owner && (whose.asker === null || askers.includes(whose.asker)));
}
