import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { CombinedError } from '@urql/core';
import { GRAPHQL_PATH, ownHeaders } from './client.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/**
 * A mutation whose variables hold files somewhere, as a GraphQL multipart request, by XMLHttpRequest: fetch does not tell how
 * much was sent. What breaks off, or is broken off by the signal, is a failure `AWAY`; nothing of it is kept.
 * Source: GraphQL multipart request specification.
 * @param onShare told how much of it was sent, from 0 to 1; at 1 the service has it and looks at it
 */
export function sendFiles<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  { onShare, signal }: { onShare?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<Outcome<Data>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onShare?.(total > 0 ? loaded / total : 0);
    request.onloadend = () => resolve(outcomeOfAnswer<Data>(request.responseText));
    request.open('POST', GRAPHQL_PATH);
    for (const [name, value] of Object.entries({ ...ownHeaders(), accept: 'application/json' }))
      request.setRequestHeader(name, value);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(formOf(document.toString(), variables));
  });
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
