import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type ConversationRules, conversation } from './conversation.ts';
import { anyObject, inPrompt, type PromptWithFormat } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { USUAL_CALL_IDS } from './prompt/call-ids.ts';
import { assembled, type FitContext, isOneTool, type ProviderFit } from './provider-fit.ts';
import { PLAIN } from './schema/subset.ts';
import { isForObjects } from './schema/subset-writer.ts';
import { fittedTools, isGuaranteed } from './tools.ts';

const RULES: ConversationRules = {
  takesBlankTexts: false,
  takesLateSystem: true,
  alternating: [],
  assistantMayBegin: true,
  assistantMayEnd: false,
  userMayFollowTools: true,
  callIds: USUAL_CALL_IDS,
};

/** Fits requests to DeepSeek's chat completions. */
export const deepseek: ProviderFit = {
  changes: [
    'CALL_IDS',
    'CALL_INPUT',
    'LAST_TURN',
    'BLANK_TEXTS',
    'PARAMETER_LEFT_OUT',
    'PARAMETER_BOUNDED',
    'EFFORT',
    'STOP_LEFT_OUT',
    'STRICT',
    'SCHEMA',
    'FORMAT_IN_PROMPT',
    'JSON_WORD',
    'THINKING_OFF',
    'TOOLS_HELD_BACK',
  ],
  fit(context) {
    const { request, abilities, changes } = context;
    const { toolChoice } = request;
    const format = formatOf(context);
    verbosityOf(request, abilities, changes);
    isOneTool(context, false);
    const isForced = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
    const requested = effortOf(request, abilities, changes);
    const whyNot = isForced
      ? 'a tool call can only be forced without it'
      : lacksReasoning(request.prompt)
        ? 'the conversation has tool calls without the reasoning that led to them'
        : null;
    if (whyNot !== null && requested !== 'none') {
      changes.note('THINKING_OFF', `${changes.deployment} was asked to answer without thinking: ${whyNot}.`);
    }
    const effort = whyNot === null ? requested : 'none';
    const isNone = toolChoice?.type === 'none';
    if (isNone && request.tools.length > 0) changes.note('TOOLS_HELD_BACK');
    return assembled(context, {
      prompt: conversation(format.prompt, RULES, changes),
      tools: isNone ? [] : fittedTools(request, { subset: PLAIN, strict: null }, changes),
      // While the model thinks, DeepSeek accepts no tool choice.
      toolChoice: isForced ? toolChoice : null,
      responseFormat: format.responseFormat,
      effort,
      own: ['deepseek', effort === 'none' ? { thinking: { type: 'disabled' } } : { reasoningEffort: effort }],
    });
  },
};

/** While the model thinks, DeepSeek requires the reasoning that led to earlier tool calls. */
function lacksReasoning(prompt: LanguageModelV4Prompt): boolean {
  return prompt.some(
    ({ role, content }) =>
      role === 'assistant' &&
      content.some(({ type }) => type === 'tool-call') &&
      !content.some((part) => part.type === 'reasoning' && part.text !== ''),
  );
}

function formatOf({ request: { prompt, format }, changes }: FitContext): PromptWithFormat {
  if (format === null) return { prompt };
  if (format.schema === null) return anyObject(prompt, changes);
  if (format.isStrict) isGuaranteed(format.schema, 'The schema of the answer', null, changes);
  return inPrompt(prompt, format, isForObjects(format.schema), changes);
}
