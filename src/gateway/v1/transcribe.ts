import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Transcript } from '../runs/transcript.ts';
import { InvalidParameter } from './errors.ts';

/** A part of a conversation that isn't valid: its place in the message, and the reason. */
export interface Misfit {
  /** `.tool_call_id`; empty for the message itself. */
  readonly place: string;
  readonly detail: string;
}

export function misfit(place: string, detail: string | null): Misfit | null {
  return detail === null ? null : { place, detail };
}

/** @throws InvalidParameter for a conversation that can't end like this, or has nothing to answer */
export function promptIn(transcript: Transcript, param: string): LanguageModelV4Prompt {
  const problem = transcript.end();
  if (problem !== null) throw new InvalidParameter(param, problem);
  if (transcript.isEmpty) {
    throw new InvalidParameter(param, `\`${param}\` has no text: there is nothing to answer.`, 'empty_array');
  }
  return transcript.prompt;
}
