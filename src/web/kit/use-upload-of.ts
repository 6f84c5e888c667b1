import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sendFiles } from './send-files.ts';
import type { Send } from './use-mutation-of.ts';
import { withSessionSteps } from './use-mutation-of.ts';

export interface Upload<Data, Variables> {
  /** Sends a mutation with files in its variables. Several uploads can run at once. */
  send: Send<Data, Variables>;
  /**
   * Average share of bytes that the running uploads have sent, 0 to 1. At 1 the service is processing them. Null while no
   * upload runs.
   */
  progress: number | null;
  /** Aborts all running uploads of this component. */
  stop(): void;
}

/** Returns a function that sends a mutation with files. Leaving the screen aborts running uploads. */
export function useUploadOf<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
): Upload<Data, Variables> {
  const [progress, setProgress] = useState<number | null>(null);
  const shares = useRef(new Map<AbortController, number>());
  const stop = useCallback(() => {
    for (const sending of shares.current.keys()) sending.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const updateProgress = useCallback(() => {
    const each = [...shares.current.values()];
    setProgress(each.length === 0 ? null : each.reduce((sum, share) => sum + share, 0) / each.length);
  }, []);

  const send = useCallback<Send<Data, Variables>>(
    (variables) =>
      withSessionSteps(async () => {
        const sending = new AbortController();
        const onShare = (share: number) => {
          shares.current.set(sending, share);
          updateProgress();
        };
        onShare(0);
        const outcome = await sendFiles(document, variables, { onShare, signal: sending.signal });
        shares.current.delete(sending);
        updateProgress();
        return outcome;
      }),
    [document, updateProgress],
  );
  return { send, progress, stop };
}
