import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { CombinedError } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { GRAPHQL_PATH, OWN_HEADERS } from './client.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
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

/**
 * A mutation with files, as a GraphQL multipart request, by XMLHttpRequest: fetch does not tell how much was sent.
 * Source: GraphQL multipart request specification.
 */
export function useUploadOf<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
): Upload<Data, Variables> {
  const [progress, setProgress] = useState<number | null>(null);
  const requests = useRef(new Map<XMLHttpRequest, number>());
  const stop = useCallback(() => {
    for (const request of requests.current.keys()) request.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const told = useCallback(() => {
    const shares = [...requests.current.values()];
    setProgress(shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length);
  }, []);

  const send = useCallback<Send<Data, Variables>>(
    (variables) =>
      withWhatIsWanted(
        () =>
          new Promise<Outcome<Data>>((resolve) => {
            const request = new XMLHttpRequest();
            requests.current.set(request, 0);
            told();
            request.upload.onprogress = ({ loaded, total }) => {
              requests.current.set(request, total > 0 ? loaded / total : 0);
              told();
            };
            request.onloadend = () => {
              requests.current.delete(request);
              told();
              resolve(outcomeOfAnswer<Data>(request.responseText));
            };
            request.open('POST', GRAPHQL_PATH);
            for (const [name, value] of Object.entries({ ...OWN_HEADERS, accept: 'application/json' }))
              request.setRequestHeader(name, value);
            request.send(formOf(document.toString(), variables));
          }),
      ),
    [document, told],
  );
  return { send, progress, stop };
}

/** What breaks off leaves no answer. */
function outcomeOfAnswer<Data>(text: string): Outcome<Data> {
  try {
    const { data, errors = [] } = JSON.parse(text) as { data?: Data; errors?: CombinedError['graphQLErrors'] };
    return outcomeOf<Data>(data, { graphQLErrors: errors } as CombinedError);
  } catch {
    return { kind: 'FAILURE', failure: { kind: 'AWAY' } };
  }
}

function formOf(query: string, variables: Record<string, unknown>): FormData {
  const files: { file: Blob; path: string }[] = [];
  const withoutFiles = (value: unknown, path: string): unknown => {
    if (value instanceof Blob) {
      files.push({ file: value, path });
      return null;
    }
    if (Array.isArray(value)) return value.map((member, index) => withoutFiles(member, `${path}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withoutFiles(member, `${path}.${name}`)]),
    );
  };
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: withoutFiles(variables, 'variables') }));
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  for (const [index, { file }] of files.entries()) form.append(String(index), file);
  return form;
}
