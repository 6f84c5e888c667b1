import type { TextTask } from '../../../models/index.ts';
import { documentsOf } from '../../runs/citations/document-request.ts';
import { jsonFormatOf } from '../json-format.ts';
import { checkMaxTokens, type HeaderOptions, notAppliedWarnings } from '../parameters.ts';
import type { ParsedRequest } from '../parsed-request.ts';
import { toolChoiceOf, toolsOf } from '../tools.ts';
import type { Members } from '../values.ts';
import { promptOf } from './responses-input.ts';
import { RESPONSES_BODY } from './responses-shape.ts';

/** @throws InvalidParameter */
export function responsesRequest(body: Members, task: TextTask, options: HeaderOptions): ParsedRequest {
  const parsed = RESPONSES_BODY.read(body);
  const notApplied = RESPONSES_BODY.notApplied(body);
  const tools = toolsOf(parsed.tools);
  const encrypted: string[] = [];
  const prompt = promptOf(parsed.input, parsed.instructions ?? '', encrypted);
  return {
    request: {
      task: task.name,
      prompt,
      ...(encrypted.length > 0 && { encryptedReasoning: encrypted }),
      maxOutputTokens: checkMaxTokens(task, 'max_output_tokens', parsed.max_output_tokens),
      temperature: parsed.temperature ?? null,
      topP: parsed.top_p ?? null,
      stopSequences: [],
      seed: null,
      reasoningEffort: parsed.reasoning?.effort ?? undefined,
      verbosity: parsed.text?.verbosity ?? undefined,
      tools,
      toolChoice: toolChoiceOf(parsed.tool_choice, tools),
      json: jsonFormatOf(parsed.text?.format, 'text.format'),
      cacheKey: parsed.prompt_cache_key ?? undefined,
      ...documentsOf(parsed.imprimatur?.case_id, parsed.imprimatur?.document_ids),
      ...options,
      surface: 'RESPONSES',
      isStreamed: parsed.stream ?? false,
      isOneToolAtATime: parsed.parallel_tool_calls === false,
    },
    wantsUsage: true,
    warnings: [
      ...notAppliedWarnings(notApplied),
      ...(parsed.truncation === 'auto' ? ['Not applied: truncation=auto. Input that is too long is refused.'] : []),
    ],
  };
}
