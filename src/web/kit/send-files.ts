import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { CombinedError } from '@urql/core';
import { GRAPHQL_PATH, ownHeaders } from './client.ts';
import { type MutationOutcome, outcomeOf } from './outcome.ts';

/**
 * Sends a mutation with files in its variables as a GraphQL multipart request. Uses XMLHttpRequest because fetch reports no
 * upload progress. If the request is interrupted or aborted, the result is the failure `AWAY`.
 * Source: GraphQL multipart request specification.
 * @param onShare called with the share of bytes sent so far, 0 to 1; at 1 the service is processing the files
 */
export function sendFiles<Data, Variables extends Record<string, unknown>>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: NoInfer<Variables>,
  { onShare, signal }: { onShare?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<MutationOutcome<Data>> {
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

/**
 * Converts the body of a response to an outcome. A body that isn't JSON, such as the empty one of an interrupted request, gives
 * the failure `AWAY`.
 */
function outcomeOfAnswer<Data>(text: string): MutationOutcome<Data> {
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
