import { type ConversationRules, conversation } from './conversation.ts';
import { anyObject, bySchema, inPrompt, type PromptWithFormat } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { assembled, type FitContext, isOneTool, type ProviderFit } from './provider-fit.ts';
import { PLAIN, type SchemaSubset } from './schema/subset.ts';
import { isForObjects, objectSchemaIn } from './schema/subset-writer.ts';
import { fittedTools, isGuaranteed } from './tools.ts';

const RULES: ConversationRules = {
  takesBlankTexts: false,
  takesLateSystem: false,
  alternating: ['system', 'user', 'assistant'],
  assistantMayBegin: false,
  assistantMayEnd: false,
  userMayFollowTools: false,
  callIds: { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 },
};

const STRICT = { takesRecursion: false };
const SUBSET: SchemaSubset = { ...PLAIN, takesRecursion: false };

/** Fits requests to Mistral's chat completions. */
export const mistral: ProviderFit = {
  changes: [
    'CALL_IDS',
    'CALL_INPUT',
    'NEIGHBOURS',
    'LATE_SYSTEM',
    'FIRST_TURN',
    'LAST_TURN',
    'AFTER_TOOLS',
    'BLANK_TEXTS',
    'PARAMETER_LEFT_OUT',
    'PARAMETER_BOUNDED',
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
    const { isStrict, ...format } = formatOf(context);
    const effort = effortOf(request, abilities, changes);
    verbosityOf(request, abilities, changes);
    return assembled(context, {
      prompt: conversation(format.prompt, RULES, changes),
      tools: fittedTools(request, { subset: SUBSET, strict: STRICT }, changes),
      toolChoice: request.toolChoice,
      responseFormat: format.responseFormat,
      effort,
      own: [
        'mistral',
        {
          strictJsonSchema: isStrict,
          reasoningEffort: effort,
          parallelToolCalls: isOneTool(context, true) ? false : undefined,
        },
      ],
    });
  },
};

function formatOf({
  request: { prompt, format },
  changes,
}: FitContext): PromptWithFormat & { readonly isStrict?: boolean } {
  if (format === null) return { prompt };
  if (format.schema === null) return anyObject(prompt, changes);
  if (format.isStrict && isGuaranteed(format.schema, 'The schema of the answer', STRICT, changes)) {
    return { ...bySchema(prompt, format, format.schema), isStrict: true };
  }
  if (!isForObjects(format.schema)) return inPrompt(prompt, format, false, changes);
  changes.note('SCHEMA');
  return bySchema(prompt, format, objectSchemaIn(SUBSET, format.schema));
}
