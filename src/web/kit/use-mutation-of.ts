import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useCallback, useState } from 'react';
import { CurrentViewerDocument, type CurrentViewerQuery } from '../generated/frame/graphql.ts';
import { announceDataChange, client } from './client.ts';
import { type Failure, failureOf } from './failure.ts';
import { codeOf, type MutationOutcome, outcomeOf } from './outcome.ts';
import { requestStep, stepFor } from './session.ts';

/** Sends a mutation. Resolves with its outcome and never rejects. */
export type Send<Data, Variables> = (variables: Variables) => Promise<MutationOutcome<Data>>;

/**
 * Returns a function that sends the mutation, and whether it is running. If the session has ended or a confirmation is needed, a
 * dialog asks the user and the mutation is sent again. It can't run twice, because the first request was refused. After success,
 * all queries on the screen are repeated.
 * @param options.needsSession true if anonymous callers can send the mutation, too. The service wouldn't refuse it after the
 * session has ended, so the session is checked first.
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
        return await withSessionSteps(async () => {
          const obstacle = needsSession ? await sessionObstacle() : null;
          if (obstacle) return { kind: 'FAILURE', failure: obstacle };
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

/** Why a request would be sent without a session: it has ended, or that can't be found out. Null for a session that continues. */
async function sessionObstacle(): Promise<Failure | null> {
  const { data, error } = await client
    .query<CurrentViewerQuery>(CurrentViewerDocument.toString(), {}, { requestPolicy: 'network-only' })
    .toPromise();
  if (data?.viewer) return null;
  if (data?.viewer === null) return { kind: 'REFUSED', code: 'UNAUTHENTICATED', message: '', issues: [] };
  return error ? failureOf(error) : { kind: 'BROKEN', requestId: null };
}

/** Sends a request, and repeats it after the user has taken the session step that it needs. */
export async function withSessionSteps<Data>(
  send: () => Promise<MutationOutcome<Data>>,
): Promise<MutationOutcome<Data>> {
  for (;;) {
    const outcome = await send();
    const step = stepFor(codeOf(outcome));
    if (step === null) {
      if (outcome.kind === 'DONE') announceDataChange();
      return outcome;
    }
    if (!(await requestStep(step))) return { kind: 'LEFT', step };
  }
}
