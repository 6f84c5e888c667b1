import type { Api, Credential, Json } from '../support/api.ts';
import { until } from '../support/service-process.ts';

const PROBLEM = '... on Problem { code message } ... on InputInvalid { issues { pointer } }';
const CASE =
  'id name customerId dataClass retentionMonths version canRead documentCount byteCount erasedAt members { member }';
const VERSION = `id number state sha256 byteSize mediaType textSha256 textLength extractor language title pageCount
  refusal refusalMessage readyAt erasedAt`;
const DOCUMENT = `id name caseId parentId erasedAt currentVersion { ${VERSION} } latestVersion { ${VERSION} }`;

/** The result of a mutation about cases, with what tests look at. */
async function mutate(api: Api, name: string, input: Json, fields: string, as: Credential): Promise<Json> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}!) { result: ${name}(input: $input) { __typename ${fields} ${PROBLEM} } }`,
    { as, variables: { input } },
  );
  if (!data?.result) throw new Error(JSON.stringify(errors));
  return data.result;
}

export const createCase = (api: Api, input: Json, as: Credential = 'operator') =>
  mutate(
    api,
    'createCase',
    { name: 'Smith v Jones', ...input },
    `... on CreatedCase { alreadyIssued case { ${CASE} } }`,
    as,
  );

export const updateCase = (api: Api, input: Json, as: Credential = 'operator') =>
  mutate(api, 'updateCase', input, `... on UpdatedCase { case { ${CASE} } } ... on CaseChanged { version }`, as);

export const addMember = (api: Api, input: Json, as: Credential = 'operator') =>
  mutate(api, 'addCaseMember', input, `... on AddedCaseMember { case { ${CASE} } }`, as);

export const removeMember = (api: Api, input: Json, as: Credential = 'operator') =>
  mutate(api, 'removeCaseMember', input, `... on RemovedCaseMember { case { ${CASE} } }`, as);

export const eraseCase = (api: Api, caseId: string, as: Credential = 'operator') =>
  mutate(api, 'eraseCase', { caseId }, `... on ErasedCase { case { ${CASE} } }`, as);

export const eraseDocument = (api: Api, documentId: string, as: Credential = 'operator') =>
  mutate(api, 'eraseDocument', { documentId }, `... on ErasedDocument { document { ${DOCUMENT} } }`, as);

/** Uploads texts, by name. */
export const uploadTexts = (
  api: Api,
  caseId: string,
  texts: Record<string, string>,
  as: Credential = 'operator',
  more: Json = {},
) =>
  mutate(
    api,
    'uploadDocuments',
    {
      caseId,
      files: Object.entries(texts).map(([name, text]) => ({ name, base64: Buffer.from(text).toString('base64') })),
      ...more,
    },
    `... on UploadedDocuments { alreadyIssued fileCount newCount duplicateCount refusedCount documents {
       name outcome refusal refusalMessage document { ${DOCUMENT} } version { ${VERSION} } } }`,
    as,
  );

export async function caseOf(api: Api, id: string, as: Credential = 'operator'): Promise<Json> {
  const { data } = await api.graphql(
    `query ($id: ID!) { case(id: $id) { ${CASE} documents(first: 100) { nodes { ${DOCUMENT} } } } }`,
    { as, variables: { id } },
  );
  return data?.case ?? null;
}

export async function documentOf(api: Api, id: string, as: Credential = 'operator'): Promise<Json> {
  const { data } = await api.graphql(
    `query ($id: ID!) { document(id: $id) { ${DOCUMENT} versions { ${VERSION} text } } }`,
    { as, variables: { id } },
  );
  return data?.document ?? null;
}

/** Waits until the newest version of a document has ended, and returns the document. */
export async function ended(api: Api, id: string, as: Credential = 'operator'): Promise<Json> {
  let document: Json;
  await until(async () => {
    document = await documentOf(api, id, as);
    return ['READY', 'REFUSED', 'FAILED', 'ERASED'].includes(document?.latestVersion.state);
  });
  return document;
}

/** The answer to a search, with errors. */
export const search = (
  api: Api,
  variables: { query: string; first?: number | null; filter?: Json },
  as: Credential | undefined = 'operator',
) =>
  api.graphql(
    `query ($query: String!, $first: Int, $filter: CaseSearchFilter) {
       searchCases(query: $query, first: $first, filter: $filter) { isComplete hits {
         document { id name caseId } version { id number state language mediaType }
         start end pageFirst pageLast headingPath text highlights { start end } } } }`,
    { variables, ...(as && { as }) },
  );

/** Passages that a search finds. */
export async function found(
  api: Api,
  query: string,
  filter: Json = {},
  as: Credential | undefined = 'operator',
): Promise<Json[]> {
  const { data, errors } = await search(api, { query, filter }, as);
  if (!data?.searchCases) throw new Error(JSON.stringify(errors));
  return data.searchCases.hits;
}

/** Uploads texts to a new case and waits until they can be searched. */
export async function searchableCase(
  api: Api,
  texts: Record<string, string>,
  { as = 'operator', ...input }: Json & { as?: Credential } = {},
): Promise<{ caseId: string; documentIds: Record<string, string> }> {
  const { case: created } = await createCase(api, input, as);
  const names = Object.keys(texts);
  const documentIds: Record<string, string> = {};
  for (let from = 0; from < names.length; from += 10) {
    const part = Object.fromEntries(names.slice(from, from + 10).map((name) => [name, texts[name]!]));
    const uploaded = await uploadTexts(api, created.id, part, as);
    for (const { name, document } of uploaded.documents) documentIds[name] = document.id;
  }
  for (const id of Object.values(documentIds)) await ended(api, id, as);
  return { caseId: created.id, documentIds };
}
