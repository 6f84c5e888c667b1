import { useCallback, useRef, useState } from 'react';
import {
  ApproveRequestDocument,
  type ApproveRequestMutation,
  BeginDecisionDocument,
  type BeginDecisionMutation,
  RejectRequestDocument,
  type RejectRequestMutation,
} from '../../web/generated/approvals/graphql.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { type DisplayedDecision, type PasskeyFault, signDecision } from './sign-decision.ts';

export type DecisionOutcome =
  | MutationOutcome<ApproveRequestMutation>
  | MutationOutcome<RejectRequestMutation>
  | Exclude<MutationOutcome<BeginDecisionMutation>, { kind: 'DONE' }>
  /** The passkey wasn’t used, so nothing was sent. `isRequired`: the user can’t decide without it. */
  | { kind: 'UNSIGNED'; fault: PasskeyFault; isRequired: boolean };

/**
 * Sends decisions, signed with a passkey if the user has one.
 * @returns the function that decides, whether it is running, whether it waits for the user’s passkey, and a function that ends
 * that wait
 */
export function useDecision() {
  const [begin, isBeginning] = useMutationOf(BeginDecisionDocument);
  const [approve, isApproving] = useMutationOf(ApproveRequestDocument);
  const [reject, isRejecting] = useMutationOf(RejectRequestDocument);
  const [isSigning, setSigning] = useState(false);
  const prompt = useRef<AbortController | null>(null);
  const stopSigning = useCallback(() => prompt.current?.abort(), []);

  const signed = async (decision: DisplayedDecision) => {
    const outcome = await begin({ input: decision });
    if (outcome.kind !== 'DONE') return outcome;
    const { signatureRequest, isPasskeyRequired } = outcome.payload;
    if (!signatureRequest) return null;
    prompt.current = new AbortController();
    setSigning(true);
    const passkey = await signDecision(signatureRequest, decision, prompt.current.signal);
    setSigning(false);
    return typeof passkey === 'string'
      ? ({ kind: 'UNSIGNED', fault: passkey, isRequired: isPasskeyRequired } as const)
      : passkey;
  };

  const decide = async (
    decision: DisplayedDecision,
    { reason, withPasskey }: { reason: string; withPasskey: boolean },
  ): Promise<DecisionOutcome> => {
    const passkey = withPasskey ? await signed(decision) : null;
    if (passkey && 'kind' in passkey) return passkey;
    const { verdict, ...rest } = decision;
    return verdict === 'APPROVE'
      ? approve({ input: { ...rest, reason: reason || null, passkey } })
      : reject({ input: { ...rest, reason, passkey } });
  };
  return { decide, isBusy: isBeginning || isApproving || isRejecting || isSigning, isSigning, stopSigning };
}
