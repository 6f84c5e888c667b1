import { setTimeout as sleep } from 'node:timers/promises';

type Json = Record<string, unknown>;

const PROBLEM = '... on Problem { code message }';
const ENDED = new Set(['READY', 'REFUSED', 'FAILED', 'ERASED']);

export interface FileToUpload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Works with cases of a service, as an operator. */
export class CasesClient {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async graphql<Data = Json>(query: string, variables: Json = {}): Promise<Data> {
    const body = JSON.stringify({ query, variables });
    return this.#send<Data>(body, { 'content-type': 'application/json' });
  }

  async createCase(name: string): Promise<string> {
    const { result } = await this.graphql<{ result: { case?: { id: string } } }>(
      `mutation ($input: CreateCaseInput!) { result: createCase(input: $input) { ... on CreatedCase { case { id } } ${PROBLEM} } }`,
      { input: { name } },
    );
    if (!result.case) throw new Error(JSON.stringify(result));
    return result.case.id;
  }

  /** Uploads files as a form. Returns the ids of their documents. */
  async upload(caseId: string, files: readonly FileToUpload[]): Promise<string[]> {
    const form = new FormData();
    const query = `mutation ($input: UploadDocumentsInput!) { result: uploadDocuments(input: $input) {
      ... on UploadedDocuments { newCount refusedCount documents { refusalMessage document { id } } } ${PROBLEM} } }`;
    const input = { caseId, files: files.map(({ name }) => ({ name, file: null })) };
    form.set('operations', JSON.stringify({ query, variables: { input } }));
    form.set(
      'map',
      JSON.stringify(Object.fromEntries(files.map((_, at) => [at, [`variables.input.files.${at}.file`]]))),
    );
    for (const [at, { name, bytes }] of files.entries()) {
      form.set(String(at), new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    }
    const { result } = await this.#send<{
      result: { refusedCount?: number; documents?: { document: { id: string } | null }[] };
    }>(form, {});
    if (result.refusedCount !== 0) throw new Error(`The upload was refused: ${JSON.stringify(result).slice(0, 500)}`);
    return result.documents!.map(({ document }) => document!.id);
  }

  /** Waits until the newest version of a document has ended. @throws unless it is READY */
  async untilReady(documentId: string): Promise<void> {
    for (;;) {
      const { document } = await this.graphql<{
        document: { latestVersion: { state: string; refusalMessage: string } };
      }>('query ($id: ID!) { document(id: $id) { latestVersion { state refusalMessage } } }', { id: documentId });
      const { state, refusalMessage } = document.latestVersion;
      if (state === 'READY') return;
      if (ENDED.has(state)) throw new Error(`A document is ${state}: ${refusalMessage}`);
      await sleep(200);
    }
  }

  /** Value of a metric of the service, the first with this name and label. Null if it is missing. */
  async metric(name: string, label = ''): Promise<number | null> {
    const response = await fetch(`${this.#url}/metrics`, { headers: { authorization: `Bearer ${this.#token}` } });
    const found = new RegExp(`^${name}(?:\\{.*${label}.*\\})? (\\S+)$`, 'm').exec(await response.text());
    return found && Number(found[1]);
  }

  async #send<Data>(body: string | FormData, headers: Record<string, string>): Promise<Data> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      body,
    });
    const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
    if (!data || errors) throw new Error(`HTTP ${response.status}: ${JSON.stringify(errors).slice(0, 500)}`);
    return data;
  }
}
