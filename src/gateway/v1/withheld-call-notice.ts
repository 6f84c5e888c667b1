import type { WithheldCall } from '../runs/external-actions/withheld-call.ts';

/**
 * Text that replaces the withheld calls in an answer. Agent loops handle only texts and calls: without calls they end, otherwise
 * they continue with the calls that remain. The notice stays in the conversation, where the model reads it.
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
