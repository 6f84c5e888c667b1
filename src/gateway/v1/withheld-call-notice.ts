import type { WithheldCall } from '../runs/external-actions/withheld-call.ts';

/**
 * Text that replaces the withheld calls in an answer. An agent loop that knows only texts and calls then ends, or continues with
 * the other calls, and the model reads the results in the conversation.
 */
export function noticeOf(outward: readonly WithheldCall[]): string {
  return outward.map(({ result }) => `[Imprimatur] ${result}`).join('\n');
}

/** Text of an answer, followed by the notice. */
export function withNotice(text: string, outward: readonly WithheldCall[] | undefined): string {
  if (!outward || outward.length === 0) return text;
  return text === '' ? noticeOf(outward) : `${text}\n\n${noticeOf(outward)}`;
}

/** The withheld calls as JSON, for programs. */
export function withheldCallFacts(outward: readonly WithheldCall[]) {
  return outward.map(({ callId, tool, request, code, result }) => ({
    call_id: callId,
    tool,
    publish_request: request && { id: request.id, state: request.state, expires_at: request.expiresAt },
    code,
    result,
  }));
}
