import type { TextTask } from '../../../models/index.ts';
import type { Asked } from '../asked.ts';
import { jsonFormatOf } from '../json-format.ts';
import { checkMaxTokens, notAppliedWarnings, type Wishes } from '../parameters.ts';
import { toolChoiceOf, toolsOf } from '../tools.ts';
import type { Members } from '../values.ts';
import { promptOf } from './responses-input.ts';
import { RESPONSES_BODY } from './responses-shape.ts';

/** @throws InvalidParameter */
export function responsesRequest(body: Members, task: TextTask, wishes: Wishes): Asked {
  const asked = RESPONSES_BODY.read(body);
  const notApplied = RESPONSES_BODY.notApplied(body);
  const tools = toolsOf(asked.tools);
  const encrypted: string[] = [];
  const prompt = promptOf(asked.input, asked.instructions ?? '', encrypted);
  return {
    request: {
      task: task.name,
      prompt,
      ...(encrypted.length > 0 && { encryptedReasoning: encrypted }),
      maxOutputTokens: checkMaxTokens(task, 'max_output_tokens', asked.max_output_tokens),
      temperature: asked.temperature ?? null,
      topP: asked.top_p ?? null,
      stopSequences: [],
      seed: null,
      reasoningEffort: asked.reasoning?.effort ?? undefined,
      verbosity: asked.text?.verbosity ?? undefined,
      tools,
      toolChoice: toolChoiceOf(asked.tool_choice, tools),
      json: jsonFormatOf(asked.text?.format, 'text.format'),
      cacheKey: asked.prompt_cache_key ?? undefined,
      ...wishes,
      surface: 'RESPONSES',
      isStreamed: asked.stream ?? false,
      isOneToolAtATime: asked.parallel_tool_calls === false,
    },
    wantsUsage: true,
    warnings: [
      ...notAppliedWarnings(notApplied),
      ...(asked.truncation === 'auto' ? ['Not applied: truncation=auto; what is too long is refused.'] : []),
    ],
  };
}
