import { parseTrust, type SealVerdict, verifySeal } from '../../../src/proof/index.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { createCase, ended, uploadFiles } from '../../documents/support.ts';
import type { Api, Credential, Json } from '../../support/api.ts';
import { download } from '../../support/seals.ts';

export const LEASE = [
  'The tenant may terminate this lease with a notice of 90 days to the end of a month.',
  'The deposit of 4,200 euros is returned within six weeks after the keys are handed over, unless the flat is damaged.',
  'Heating costs are shared by the floor area of each flat and settled once a year in spring.',
].join('\n\n');

export interface CaseWithLease {
  readonly as: Credential;
  readonly customerId: string;
  readonly caseId: string;
  readonly documentId: string;
  /** The version of the lease. */
  readonly version: Json;
}

/** A case of a new customer with a lease that is READY. */
export async function caseWithLease(
  api: Api,
  { name = 'secret-lease.txt', file = LEASE }: { name?: string; file?: string | Uint8Array } = {},
): Promise<CaseWithLease> {
  const { as, customer } = await customerWithKey(api, { plan: 'PRO', key: { caseAccess: 'WRITE' } });
  const { case: created } = await createCase(api, {}, as);
  const { documents } = await uploadFiles(api, created.id, { [name]: file }, as);
  const document = await ended(api, documents[0].document.id, as);
  return {
    as,
    customerId: customer.id,
    caseId: created.id,
    documentId: document.id,
    version: document.latestVersion,
  };
}

/** Verifies sealed bytes with the service's own files. */
export async function verdictOf(api: Api, sealId: string, artifact: Uint8Array): Promise<SealVerdict> {
  return verifySeal({
    artifact,
    bundle: await download(api, `/v/${sealId}/seal.sigstore.json`),
    trust: parseTrust(await download(api, '/.well-known/imprimatur/trust.json')),
  });
}

export async function pageOf(api: Api, sealId: string): Promise<string> {
  return (await api.fetch(`/v/${sealId}`, { headers: { accept: 'text/html' } })).text();
}

const SEAL = 'id subject sha256 byteLength mediaType status submitter citationFile';

export async function sealVersion(api: Api, versionId: string, as: Credential): Promise<Json> {
  const { data, errors } = await api.graphql(
    `mutation ($input: SealDocumentVersionInput!) { sealDocumentVersion(input: $input) {
       __typename ... on SealedDocumentVersion { seal { ${SEAL} } } ... on Problem { code message } } }`,
    { as, variables: { input: { versionId } } },
  );
  if (!data?.sealDocumentVersion) throw new Error(JSON.stringify(errors));
  return data.sealDocumentVersion;
}

/** Seal that anyone can read, with what the caller gets of it. */
export async function sealOf(api: Api, id: string, as?: Credential): Promise<Json> {
  const { data } = await api.graphql(`query ($id: ID!) { seal(id: $id) { ${SEAL} } }`, {
    ...(as && { as }),
    variables: { id },
  });
  return data.seal;
}

/** Asks a question about the lease. */
export async function ask(api: Api, { as, caseId }: CaseWithLease, more: Json = {}): Promise<Json> {
  const { data, errors } = await api.graphql(
    `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
       ... on RanTask {
         answer { text outcome claims { start end isSupported citations { start end tier } } }
         outcome { runId warnings }
         seal { id } citationsSeal { ${SEAL} }
         run { seal { id } citationsSeal { id } }
       }
       ... on Problem { code message } } }`,
    {
      as,
      variables: {
        input: {
          task: 'case-scanning/fast-scan',
          messages: [{ role: 'USER', content: 'When is the deposit returned?' }],
          caseId,
          ...more,
        },
      },
    },
  );
  if (!data?.runTask) throw new Error(JSON.stringify(errors));
  return data.runTask;
}

export async function sealRunOutput(api: Api, input: Json, as: Credential): Promise<Json> {
  const { data, errors } = await api.graphql(
    `mutation ($input: SealRunOutputInput!) { sealRunOutput(input: $input) { __typename
       ... on SealedRunOutput { seal { id } citationsSeal { ${SEAL} } } ... on Problem { code message } } }`,
    { as, variables: { input } },
  );
  return data?.sealRunOutput ?? { errors };
}
