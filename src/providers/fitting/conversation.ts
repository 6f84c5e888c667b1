import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Changes } from './changes.ts';
import { withoutBlankTexts } from './prompt/blank-texts.ts';
import { type CallIdForm, withCallIds } from './prompt/call-ids.ts';
import { withObjectInputs } from './prompt/call-inputs.ts';
import { withSystemFirst } from './prompt/late-system.ts';
import { joined } from './prompt/neighbours.ts';
import { withAssistantAfterTools, withUserFirst, withUserLast } from './prompt/user-turns.ts';

/** Order and form of messages that a provider accepts. */
export interface ConversationRules {
  readonly takesBlankTexts: boolean;
  readonly takesLateSystem: boolean;
  /** Roles that must not have two messages in a row. */
  readonly alternating: readonly LanguageModelV4Message['role'][];
  readonly assistantMayBegin: boolean;
  readonly assistantMayEnd: boolean;
  readonly userMayFollowTools: boolean;
  readonly callIds: CallIdForm;
}

export function conversation(
  prompt: LanguageModelV4Prompt,
  rules: ConversationRules,
  changes: Changes,
): LanguageModelV4Prompt {
  let messages = prompt;
  if (!rules.takesBlankTexts) messages = withoutBlankTexts(messages, changes);
  if (!rules.takesLateSystem) messages = withSystemFirst(messages, changes);
  if (rules.alternating.length > 0) messages = joined(messages, rules.alternating, changes);
  if (!rules.userMayFollowTools) messages = withAssistantAfterTools(messages, changes);
  if (!rules.assistantMayBegin) messages = withUserFirst(messages, changes);
  messages = withUserLast(messages, rules.assistantMayEnd, changes);
  return withCallIds(withObjectInputs(messages, changes), rules.callIds, changes);
}
