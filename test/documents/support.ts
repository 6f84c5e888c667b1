import { customerWithKey, issueKey } from '../customers/graph.ts';
import { agentOf } from '../support/agents.ts';
import type { Api, Credential, Json } from '../support/api.ts';
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
