import type { Api, Credential, Json } from '../../support/api.ts';
import { createCase, ended, uploadFiles } from '../support.ts';

export const REPORT = `quotations {
    start end form text citation { start end text } status tier
    place { documentId documentName versionId versionSha256 textSha256 start end words pageFirst pageLast headingPath }
    differences { kind quoted source start end } differenceCount isMarked leavesOutFootnotes addsEndMark
  }
  counts { total verified altered notFound tooShort tooRepetitive notChecked }
  unclosed unclosedCount
  sources { documentId documentName versionId versionSha256 textSha256 textLength unreadPageCount }
  uncheckedCount notReadyCount rules { name version sha256 }
  briefTextSha256 briefTextLength briefText unreadBriefPages`;

export const CHECK = `mutation ($input: CheckQuotationsInput!) {
  checkQuotations(input: $input) {
    __typename
    ... on CheckedQuotations { report { ${REPORT} } }
    ... on Problem { code message }
    ... on InputInvalid { issues { pointer } }
    ... on BriefRefused { refusal }
  }
}`;

/** Result of `checkQuotations`: the report, or the problem. */
export async function check(api: Api, input: Json, as: Credential | undefined = 'operator'): Promise<Json> {
  const { data, errors } = await api.graphql(CHECK, { variables: { input }, ...(as && { as }) });
  if (!data?.checkQuotations) throw new Error(JSON.stringify(errors));
  return data.checkQuotations;
}

/** The report on a brief. */
export async function reportOn(api: Api, input: Json, as?: Credential): Promise<Json> {
  const result = await check(api, input, as);
  if (!result.report) throw new Error(JSON.stringify(result));
  return result.report;
}

/** Creates a case with texts, and waits until they are READY. */
export async function caseWith(
  api: Api,
  texts: Record<string, string>,
  more: Json = {},
  as?: Credential,
): Promise<Json> {
  const { case: created } = await createCase(api, more, as);
  const uploaded = await uploadFiles(api, created.id, texts, as);
  const documents: Json[] = [];
  for (const { document } of uploaded.documents) documents.push(await ended(api, document.id, as));
  return { ...created, documents };
}
