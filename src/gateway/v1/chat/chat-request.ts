import type { TextTask } from '../../../models/index.ts';
import { documentsOf } from '../../runs/citations/document-request.ts';
import { InvalidParameter } from '../errors.ts';
import { jsonFormatOf } from '../json-format.ts';
import { checkMaxTokens, type HeaderOptions, notAppliedWarnings } from '../parameters.ts';
import type { ParsedRequest } from '../parsed-request.ts';
import { toolChoiceOf, toolsOf } from '../tools.ts';
import type { Members } from '../values.ts';
import { promptOf } from './chat-messages.ts';
import { CHAT_BODY } from './chat-shape.ts';

/** @throws InvalidParameter */
export function chatRequest(body: Members, task: TextTask, options: HeaderOptions): ParsedRequest {
  const chat = CHAT_BODY.read(body);
  const { stream_options: streamOptions, response_format: format, stop } = chat;
  const isStreamed = chat.stream ?? false;
  if (streamOptions && !isStreamed) {
    throw new InvalidParameter('stream_options', '`stream_options` is only for `stream: true`.');
  }
  const notApplied = CHAT_BODY.notApplied(body);
  const tools = toolsOf(chat.tools);
  return {
    request: {
      task: task.name,
      prompt: promptOf(chat.messages, notApplied),
      maxOutputTokens:
        checkMaxTokens(task, 'max_completion_tokens', chat.max_completion_tokens) ??
        checkMaxTokens(task, 'max_tokens', chat.max_tokens),
      temperature: chat.temperature ?? null,
      topP: chat.top_p ?? null,
      frequencyPenalty: chat.frequency_penalty ?? undefined,
      presencePenalty: chat.presence_penalty ?? undefined,
      stopSequences: typeof stop === 'string' ? [stop] : (stop ?? []),
      seed: chat.seed ?? null,
      reasoningEffort: chat.reasoning_effort ?? undefined,
      verbosity: chat.verbosity ?? undefined,
      tools,
      toolChoice: toolChoiceOf(chat.tool_choice, tools),
      json: jsonFormatOf(
        format?.type === 'json_schema' ? { type: format.type, ...format.json_schema } : format,
        'response_format.json_schema',
      ),
      cacheKey: chat.prompt_cache_key ?? undefined,
      ...documentsOf(chat.imprimatur?.case_id, chat.imprimatur?.document_ids),
      ...options,
      surface: 'CHAT_COMPLETIONS',
      isStreamed,
      isOneToolAtATime: chat.parallel_tool_calls === false,
    },
    wantsUsage: streamOptions?.include_usage ?? false,
    warnings: notAppliedWarnings(notApplied),
  };
}
