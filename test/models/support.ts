import type { CatalogueDocument } from '../../src/models/index.ts';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import type { Api, Credential, Json } from '../support/api.ts';

/** What may be changed in a test: a copy, without the promises of the types. */
export function seedCopy(): Json {
  return structuredClone(SEED);
}

/** The document that the service began with, with something done to it. */
export function changed(change: (document: Json) => void): CatalogueDocument {
  const document = seedCopy();
  change(document);
  return document;
}

const PUBLISH = `mutation ($input: PublishCatalogueInput!) {
  publishCatalogue(input: $input) {
    __typename
    ... on PublishedCatalogue { catalogueVersion { id number sha256 reason publishedBy document } }
    ... on Problem { code message }
    ... on CatalogueInvalid { faultCount faults { pointer message } }
    ... on CatalogueConflict { ifVersion }
  }
}`;

export async function publish(
  api: Api,
  document: unknown,
  {
    ifVersion = 1,
    reason = 'as agreed',
    as = 'operator',
  }: { ifVersion?: number; reason?: string; as?: Credential } = {},
): Promise<Json> {
  const { data, errors } = await api.graphql(PUBLISH, {
    as,
    variables: { input: { document, reason, ifVersion } },
  });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.publishCatalogue;
}
