import type { WithheldCall } from '../runs/external-actions/withheld-call.ts';

/**
 * What an answer says in the place of the calls that it does not hand on. It stands in the text, so that a loop which only knows
 * texts and calls ends with it or goes on with the other calls, and the model finds in its own words what became of these.
 */
export function noticeOf(outward: readonly WithheldCall[]): string {
  return outward.map(({ result }) => `[Imprimatur] ${result}`).join('\n');
}

/** An answer's text with that behind it. */
export function withNotice(text: string, outward: readonly WithheldCall[] | undefined): string {
  if (!outward || outward.length === 0) return text;
  return text === '' ? noticeOf(outward) : `${text}\n\n${noticeOf(outward)}`;
}

/** The same for programs. */
export function withheldCallFacts(outward: readonly WithheldCall[]) {
  return outward.map(({ callId, tool, request, code, result }) => ({
    call_id: callId,
    tool,
    publish_request: request && { id: request.id, state: request.state, expires_at: request.expiresAt },
    code,
    result,
  }));
}
