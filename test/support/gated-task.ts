import { expect } from 'vitest';
import type { Api, Json } from './api.ts';

/** Publishes a catalogue in which answers of a task are held for approval. */
export async function holdAnswersOf(api: Api, task: string): Promise<void> {
  const { data } = await api.graphql('{ catalogueVersions(first: 1) { nodes { number document } } }', {
    as: 'operator',
  });
  const { number, document } = data.catalogueVersions.nodes[0];
  document.tasks.find(({ name }: Json) => name === task).gates = ['APPROVAL'];
  const { data: published } = await api.graphql(
    'mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { message } } }',
    { as: 'operator', variables: { input: { document, ifVersion: number, reason: 'Test' } } },
  );
  expect(published.publishCatalogue).toEqual({ __typename: 'PublishedCatalogue' });
}
