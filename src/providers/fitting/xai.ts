import { type ConversationRules, conversation } from './conversation.ts';
import { anyObject, bySchema, inPrompt, type PromptWithFormat } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { USUAL_CALL_IDS } from './prompt/call-ids.ts';
import { assembled, type FitContext, isOneTool, type ProviderFit } from './provider-fit.ts';
import { XAI } from './schema/subset.ts';
import { isForObjects, objectSchemaIn } from './schema/subset-writer.ts';
import { fittedTools, isGuaranteed } from './tools.ts';

const RULES: ConversationRules = {
  takesBlankTexts: false,
  takesLateSystem: true,
  alternating: [],
  assistantMayBegin: true,
  assistantMayEnd: true,
  userMayFollowTools: true,
  callIds: USUAL_CALL_IDS,
};

/** Fits requests to xAI's Responses API. */
export const xai: ProviderFit = {
  changes: [
    'CALL_IDS',
    'CALL_INPUT',
    'LAST_TURN',
    'BLANK_TEXTS',
    'PARAMETER_LEFT_OUT',
    'SEED',
    'EFFORT',
    'STOP_LEFT_OUT',
    'STOP_AFTERWARDS',
    'STRICT',
    'SCHEMA',
    'FORMAT_IN_PROMPT',
    'JSON_WORD',
  ],
  fit(context) {
    const { request, abilities, changes } = context;
    const format = formatOf(context);
    const effort = effortOf(request, abilities, changes);
    verbosityOf(request, abilities, changes);
    return assembled(context, {
      prompt: conversation(format.prompt, RULES, changes),
      tools: fittedTools(request, { subset: XAI, strict: { takesRecursion: false } }, changes),
      toolChoice: request.toolChoice,
      responseFormat: format.responseFormat,
      effort,
      own: ['xai', { reasoningEffort: effort, parallelToolCalls: isOneTool(context, true) ? false : undefined }],
    });
  },
};

/** Output format. xAI's package sends every schema with `strict: true`. */
function formatOf({ request: { prompt, format }, changes }: FitContext): PromptWithFormat {
  if (format === null) return { prompt };
  if (format.schema === null) return anyObject(prompt, changes);
  if (!isForObjects(format.schema)) {
    if (format.isStrict) isGuaranteed(format.schema, 'The schema of the answer', null, changes);
    return inPrompt(prompt, format, false, changes);
  }
  changes.note('SCHEMA');
  return bySchema(prompt, format, objectSchemaIn(XAI, format.schema));
}
