import { callingAgentId } from '../../agents/index.ts';
import { ownerOf, type Principal } from '../../platform/auth/principal.ts';
import type { PublishAction } from '../publish-action.ts';
import type { PublishingPolicyDraft, RuleConditions, RuleTerms } from './policy.ts';
import { fitsPattern, fitsTool } from './target-pattern.ts';

/** Who asks, as far as a rule can ask for it. */
export interface RuleRequester {
  /** Null for who is no agent. */
  readonly agentId: string | null;
  readonly owner: string;
}

export function requesterOf(principal: Principal): RuleRequester {
  return { agentId: callingAgentId(principal), owner: ownerOf(principal) };
}

/** What holds for an action: the terms of the first rule that fits. */
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
