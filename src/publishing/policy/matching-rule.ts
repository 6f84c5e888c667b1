import { callingAgentId } from '../../agents/index.ts';
import { ownerOf, type Principal } from '../../platform/auth/principal.ts';
import type { PublishAction } from '../publish-action.ts';
import type { PublishingPolicyDraft, RuleConditions, RuleTerms } from './policy.ts';
import { fitsPattern, fitsTool } from './target-pattern.ts';

/** Properties of a requester that the conditions of rules can refer to. */
export interface RuleRequester {
  /** Id of the agent. Null if the requester isn’t an agent. */
  readonly agentId: string | null;
  readonly owner: string;
}

export function requesterOf(principal: Principal): RuleRequester {
  return { agentId: callingAgentId(principal), owner: ownerOf(principal) };
}

/** Terms of the first rule that matches the action, else the policy’s default terms. */
export function termsOf(policy: PublishingPolicyDraft, action: PublishAction, asker: RuleRequester): RuleTerms {
  return policy.rules.find(({ when }) => fits(when, action, asker))?.terms ?? policy.otherwise;
}

function fits(
  when: RuleConditions,
  { channel, tool, targets }: PublishAction,
  { agentId, owner }: RuleRequester,
): boolean {
  if (when.channels && !when.channels.includes(channel)) return false;
  if (when.recipientsAtLeast !== null && targets.length < when.recipientsAtLeast) return false;
  if (when.agents && (agentId === null || !when.agents.includes(agentId))) return false;
  if (when.owners && !when.owners.includes(owner)) return false;
  if (when.tools && !when.tools.some((pattern) => fitsTool(tool, pattern))) return false;
  if (!when.targets) return true;
  const { patterns, quantity } = when.targets;
  const isMeant = (target: string) => patterns.some((pattern) => fitsPattern(channel, target, pattern));
  return quantity === 'ANY' ? targets.some(isMeant) : targets.every(isMeant);
}
