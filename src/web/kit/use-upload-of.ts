import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sendFiles } from './send-files.ts';
import type { Send } from './use-mutation-of.ts';
import { withWhatIsWanted } from './use-mutation-of.ts';

export interface Upload<Data, Variables> {
  /** A mutation whose variables hold files somewhere. Several may be under way. */
  send: Send<Data, Variables>;
  /** From 0 to 1 of what is under way now; null while nothing is. At 1 the service has it and looks at it. */
  progress: number | null;
  /** Breaks off what is under way: nothing of it is kept. */
  stop(): void;
}

/** A mutation with files, broken off when the screen is left. */
export function useUploadOf<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
): Upload<Data, Variables> {
  const [progress, setProgress] = useState<number | null>(null);
  const shares = useRef(new Map<AbortController, number>());
  const stop = useCallback(() => {
    for (const sending of shares.current.keys()) sending.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const told = useCallback(() => {
    const each = [...shares.current.values()];
    setProgress(each.length === 0 ? null : each.reduce((sum, share) => sum + share, 0) / each.length);
  }, []);

  const send = useCallback<Send<Data, Variables>>(
    (variables) =>
      withWhatIsWanted(async () => {
        const sending = new AbortController();
        const onShare = (share: number) => {
          shares.current.set(sending, share);
          told();
        };
        onShare(0);
        const outcome = await sendFiles(document, variables, { onShare, signal: sending.signal });
        shares.current.delete(sending);
        told();
        return outcome;
      }),
    [document, told],
  );
  return { send, progress, stop };
}
