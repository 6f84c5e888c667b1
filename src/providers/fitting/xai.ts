import { type ConversationRules, conversation } from './conversation.ts';
import { type AskedFormat, anyObject, bySchema, inPrompt } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { USUAL_CALL_IDS } from './prompt/call-ids.ts';
import { assembled, type Fitting, isOneTool, type ProviderFit } from './provider-fit.ts';
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

/** The Responses API of xAI. */
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
  fit(fitting) {
    const { request, takes, changes } = fitting;
    const format = formatOf(fitting);
    const effort = effortOf(request, takes, changes);
    verbosityOf(request, takes, changes);
    return assembled(fitting, {
      prompt: conversation(format.prompt, RULES, changes),
      tools: fittedTools(request, { subset: XAI, strict: { takesRecursion: false } }, changes),
      toolChoice: request.toolChoice,
      responseFormat: format.responseFormat,
      effort,
      own: ['xai', { reasoningEffort: effort, parallelToolCalls: isOneTool(fitting, true) ? false : undefined }],
    });
  },
};

/** The package asks for every schema with `strict: true`. */
function formatOf({ request: { prompt, format }, changes }: Fitting): AskedFormat {
  if (format === null) return { prompt };
  if (format.schema === null) return anyObject(prompt, changes);
  if (!isForObjects(format.schema)) {
    if (format.isStrict) isGuaranteed(format.schema, 'The schema of the answer', null, changes);
    return inPrompt(prompt, format, false, changes);
  }
  changes.note('SCHEMA');
  return bySchema(prompt, format, objectSchemaIn(XAI, format.schema));
}
