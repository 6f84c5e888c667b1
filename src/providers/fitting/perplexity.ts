import { type ConversationRules, conversation } from './conversation.ts';
import { bySchema, inPrompt, type PromptWithFormat } from './format.ts';
import type { ModelRequest } from './model-request.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { USUAL_CALL_IDS } from './prompt/call-ids.ts';
import { withToolsAsText } from './prompt/tools-as-text.ts';
import { assembled, type FitContext, type ProviderFit } from './provider-fit.ts';
import { isClosable } from './schema/closable-schema.ts';
import { COMMON } from './schema/subset.ts';
import { isForObjects, objectSchemaIn } from './schema/subset-writer.ts';
import { isGuaranteed } from './tools.ts';

const RULES: ConversationRules = {
  takesBlankTexts: false,
  takesLateSystem: false,
  alternating: ['system', 'user', 'assistant'],
  assistantMayBegin: false,
  assistantMayEnd: false,
  userMayFollowTools: true,
  callIds: USUAL_CALL_IDS,
};

/** Fits requests to Perplexity's Sonar. Requests with tools aren't routed to it. */
export const perplexity: ProviderFit = {
  changes: [
    'TOOLS_AS_TEXT',
    'NEIGHBOURS',
    'LATE_SYSTEM',
    'FIRST_TURN',
    'LAST_TURN',
    'BLANK_TEXTS',
    'PARAMETER_LEFT_OUT',
    'PARAMETER_BOUNDED',
    'EFFORT',
    'STOP_LEFT_OUT',
    'STOP_AFTERWARDS',
    'STRICT',
    'SCHEMA',
    'FORMAT_IN_PROMPT',
  ],
  fit(context) {
    const { abilities, changes } = context;
    const request = withOnePenalty(context);
    const format = formatOf(context);
    const effort = effortOf(request, abilities, changes);
    verbosityOf(request, abilities, changes);
    return assembled(
      { ...context, request },
      {
        prompt: conversation(withToolsAsText(format.prompt, changes), RULES, changes),
        tools: [],
        toolChoice: null,
        responseFormat: format.responseFormat,
        effort,
        own: ['perplexity', { reasoning_effort: effort }],
      },
    );
  },
};

/** Perplexity accepts only one of the two penalties. */
function withOnePenalty({ request, changes }: FitContext): ModelRequest {
  if (!request.frequencyPenalty || !request.presencePenalty) {
    const { frequencyPenalty, presencePenalty } = request;
    return { ...request, frequencyPenalty: frequencyPenalty || null, presencePenalty: presencePenalty || null };
  }
  changes.note(
    'PARAMETER_LEFT_OUT',
    `presence_penalty was left out: ${changes.deployment} supports only one of the two penalties.`,
  );
  return { ...request, presencePenalty: null };
}

function formatOf({ request: { prompt, format }, changes }: FitContext): PromptWithFormat {
  if (format === null) return { prompt };
  if (format.schema !== null && isForObjects(format.schema)) {
    const schema = objectSchemaIn(COMMON, format.schema);
    if (isClosable(schema, Number.POSITIVE_INFINITY)) {
      changes.note('SCHEMA');
      return bySchema(prompt, format, schema);
    }
  }
  if (format.schema !== null && format.isStrict) isGuaranteed(format.schema, 'The schema of the answer', null, changes);
  return inPrompt(prompt, format, false, changes);
}
