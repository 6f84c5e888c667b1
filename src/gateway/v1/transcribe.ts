import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Transcript } from '../runs/transcript.ts';
import { InvalidParameter } from './errors.ts';

/** An invalid part of a conversation: its path within the message, and the reason. */
export interface Misfit {
  /** Path within the message, such as `.tool_call_id`. Empty for the message itself. */
  readonly place: string;
  readonly detail: string;
}

export function misfit(place: string, detail: string | null): Misfit | null {
  return detail === null ? null : { place, detail };
}

/** @throws InvalidParameter if the conversation is empty, or ends with a tool call without a result */
export function promptIn(transcript: Transcript, param: string): LanguageModelV4Prompt {
  const problem = transcript.end();
  if (problem !== null) throw new InvalidParameter(param, problem);
  if (transcript.isEmpty) {
    throw new InvalidParameter(param, `\`${param}\` has no text: there is nothing to answer.`, 'empty_array');
  }
  return transcript.prompt;
}
