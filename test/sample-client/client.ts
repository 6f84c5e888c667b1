import type { TypedDocumentString } from '../../src/rest/generated/graphql.ts';

/**
 * All that a client needs besides the generated documents: the answer has the type of the operation that was asked.
 * @throws with what the service says of an operation that failed
 */
export async function ask<Result, Variables>(
  url: string,
  secret: string | null,
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
    body: JSON.stringify({ query: operation.toString(), variables }),
  });
  const { data, errors } = (await response.json()) as { data: Result; errors?: { message: string }[] };
  if (errors) throw new Error(errors.map((error) => error.message).join(' '));
  return data;
}
