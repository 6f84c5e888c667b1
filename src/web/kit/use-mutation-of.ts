import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useCallback, useState } from 'react';
import { WhoAsksDocument, type WhoAsksQuery } from '../generated/frame/graphql.ts';
import { announceChange, client } from './client.ts';
import { codeOf, type Outcome, outcomeOf } from './outcome.ts';
import { want, wantedFor } from './session.ts';

/** Sends a mutation; resolves with what became of it and never rejects. */
export type Send<Data, Variables> = (variables: Variables) => Promise<Outcome<Data>>;

/**
 * A mutation, and whether it is under way. Where the session has ended, or something more has to be shown, the person is
 * asked for it in a dialog, and the same mutation is sent again: the form beneath stays as it is. Nothing is done twice:
 * what is sent again was refused before it began. When it is done, everything on the screen is asked again.
 * @param options.needsSession true if anonymous callers can send it, too. The service doesn't refuse such a mutation when the
 *   session has ended: it answers as for an anonymous caller. So the session is checked before anything is sent.
 */
export function useMutationOf<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  { needsSession = false }: { needsSession?: boolean } = {},
): [send: Send<Data, Variables>, isUnderWay: boolean] {
  const [underWay, setUnderWay] = useState(0);
  const send = useCallback<Send<Data, Variables>>(
    async (variables) => {
      setUnderWay((count) => count + 1);
      try {
        if (needsSession && (await isNobody()) && !(await want('SIGN_IN'))) return { kind: 'LEFT', wanted: 'SIGN_IN' };
        return await withWhatIsWanted(async () => {
          const { data, error } = await client.mutation<Data>(document.toString(), variables).toPromise();
          return outcomeOf<Data>(data, error);
        });
      } finally {
        setUnderWay((count) => count - 1);
      }
    },
    [document, needsSession],
  );
  return [send, underWay > 0];
}

/** Whether the session has ended. Where that cannot be told, what is sent next will tell. */
async function isNobody(): Promise<boolean> {
  const { data } = await client
    .query<WhoAsksQuery>(WhoAsksDocument.toString(), {}, { requestPolicy: 'network-only' })
    .toPromise();
  return data?.viewer === null;
}

/** Sends once, and after each time that something was wanted and shown, once more. */
export async function withWhatIsWanted<Data>(send: () => Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  for (;;) {
    const outcome = await send();
    const wanted = wantedFor(codeOf(outcome));
    if (wanted === null) {
      if (outcome.kind === 'DONE') announceChange();
      return outcome;
    }
    if (!(await want(wanted))) return { kind: 'LEFT', wanted };
  }
}
