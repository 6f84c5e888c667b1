import { customerWithKey, issueKey } from '../customers/graph.ts';
import { agentOf } from '../support/agents.ts';
import type { Api, Credential, Json } from '../support/api.ts';
import type { TestDatabase } from '../support/database.ts';
import { signedIn } from '../support/people.ts';
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

/** Uploads files, by name. */
export const uploadFiles = (
  api: Api,
  caseId: string,
  files: Record<string, string | Uint8Array>,
  as: Credential = 'operator',
  more: Json = {},
) =>
  mutate(
    api,
    'uploadDocuments',
    {
      caseId,
      files: Object.entries(files).map(([name, file]) => ({ name, base64: Buffer.from(file).toString('base64') })),
      ...more,
    },
    `... on UploadedDocuments { alreadyIssued fileCount newCount duplicateCount refusedCount documents {
       name outcome refusal refusalMessage document { ${DOCUMENT} } version { ${VERSION} } } }`,
    as,
  );

export async function caseOf(api: Api, id: string, as: Credential = 'operator'): Promise<Json> {
  const { data } = await api.graphql(
    `query ($id: ID!) { case(id: $id) { ${CASE} } documents(caseId: $id, first: 100) { nodes { ${DOCUMENT} } } }`,
    { as, variables: { id } },
  );
  return data?.case ? { ...data.case, documents: data.documents } : null;
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
    const { latestVersion, currentVersion } = document ?? {};
    // The document and its versions are read one after the other, so the document can be older.
    if (latestVersion?.state === 'READY') return currentVersion?.id === latestVersion.id;
    return ['REFUSED', 'FAILED', 'ERASED'].includes(latestVersion?.state);
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
    const uploaded = await uploadFiles(api, created.id, part, as);
    for (const { name, document } of uploaded.documents) documentIds[name] = document.id;
  }
  for (const id of Object.values(documentIds)) await ended(api, id, as);
  return { caseId: created.id, documentIds };
}

/** Words and sizes of cases that differ from the passages of their current versions. */
export const indexFaults = (database: Pick<TestDatabase, 'query'>): Promise<Json[]> =>
  database.query(
    `with passages as (
       select passage.* from passage join document on document.current_version_id = passage.version_id
     )
     select * from (select case_id, word, passages::int from case_word) counted
     full join (select case_id, word, count(*)::int as actual from passages cross join unnest(tsvector_to_array(words)) word
                where word not like '#%' group by case_id, word) real using (case_id, word)
     where passages is distinct from actual
     union all
     select case_id, configuration, passages, actual from
       (select case_id, configuration, passages::int from case_index) counted
     full join (select case_id, configuration, count(*)::int as actual from passages group by case_id, configuration) real
       using (case_id, configuration)
     where passages is distinct from actual
     union all
     select passage.case_id, 'passage of a version that isn’t current', 1, 0 from passage
     where not exists (select from document where current_version_id = passage.version_id)`,
  );
/** Callers who can’t read the cases of a customer, by what they are. */
export async function strangersOf(
  api: Api,
  owner: Awaited<ReturnType<typeof customerWithKey>>,
): Promise<Map<string, Credential | undefined>> {
  const strangers = new Map<string, Credential | undefined>();
  strangers.set('a key of another customer', (await customerWithKey(api, { key: { caseAccess: 'WRITE' } })).as);
  strangers.set('a key of the customer without access', {
    bearer: (await issueKey(api, { customerId: owner.customer.id })).token,
  });
  for (const role of ['EDITOR', 'APPROVER', 'AUDITOR'] as const) {
    strangers.set(`an operator who isn’t a member: ${role}`, (await signedIn(api, { roles: [role] })).as);
  }
  strangers.set('an agent of the customer that isn’t a member', (await agentOf(api, owner.as)).as);
  strangers.set('an integration', 'integration');
  strangers.set('an anonymous caller', undefined);
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  strangers.set('a partner', { bearer: data.issuePartnerLink.secret });
  return strangers;
}
