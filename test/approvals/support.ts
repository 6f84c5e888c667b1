import type { OperatorRole } from '../../src/operators/operator.entity.ts';
import { permissionsOf } from '../../src/platform/auth/principal.ts';
import { newToken } from '../../src/platform/auth/token.ts';
import { digestOf } from '../../src/platform/encryption/secrets.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Api, type ApiOptions, type Credential, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { codeRow } from '../support/operator-codes.ts';

export const GATED = 'deep-reasoning/synthesis';

/** A service with what tests of approvals ask of it. */
export interface Office extends Api {
  /** A stored person, whose id the name is, with a token of their own for all that the roles allow. */
  person(name: string, ...roles: OperatorRole[]): Promise<Credential>;
  graph(query: string, as: Credential, variables?: object): Promise<Json>;
  /** Has the gated task done by `/v1`. */
  held(as: Credential, options?: { text?: string; path?: string; stream?: boolean; model?: string }): Promise<Held>;
  approval(id: string, as?: Credential): Promise<Json>;
  decide(how: 'approve' | 'reject', as: Credential, input: Json): Promise<Json>;
  /** Runs one step of the upkeep. Gives how much there was to do. */
  upkeep(name: string): Promise<number>;
  /** What `/v1` says of a run. */
  ask(runId: string, as: Credential): Promise<{ status: number; headers: Headers; body: Json }>;
}

export interface Held {
  status: number;
  headers: Headers;
  body: Json;
  runId: string;
  approvalId: string;
}

export async function startOffice(options: ApiOptions = {}): Promise<Office> {
  const api = await startApi(options);
  const office: Office = Object.assign(api, {
    async person(name: string, ...roles: OperatorRole[]): Promise<Credential> {
      const bearer = newToken('imop_');
      const tokenId = newId('operatorToken');
      await api.database.query(
        `with known as (
           insert into operator (id, name, email, roles, created_by)
           values ($1::text, $1::text, $1::text || '@example.org', $2, 'test')
           on conflict (id) do nothing
         )
         insert into operator_token (id, operator_id, name, token_hash, hint, scopes, issued_by, expires_at)
         values ($3, $1::text, 'test', $4, 'imop_…', $5, 'operator:' || $1::text, now() + interval '1 day')`,
        [name, roles, tokenId, digestOf(bearer), [...permissionsOf(roles)]],
      );
      await codeRow(api, 'operator', name);
      await codeRow(api, 'operator_token', tokenId);
      return { bearer };
    },
    async graph(query: string, as: Credential, variables: object = {}) {
      const { data, errors } = await api.graphql(query, { as, variables });
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    async held(as: Credential, { text = 'Lease and letter disagree on the deposit.', path, stream, model }: Json = {}) {
      const isChat = path !== '/v1/responses';
      const { status, headers, body } = await api.json(path ?? '/v1/chat/completions', {
        as,
        body: {
          model: model ?? GATED,
          ...(isChat ? { messages: [{ role: 'user', content: text }] } : { input: text }),
          ...(stream && { stream }),
        },
      });
      const runId = headers.get('x-imprimatur-run-id') ?? '';
      return { status, headers, body, runId, approvalId: body.error?.approval?.id };
    },
    async approval(id: string, as: Credential = 'operator') {
      const { approval } = await office.graph(
        `query ($id: ID!) { approval(id: $id) {
           id subjectKind subjectId title facts sha256 requestedBy customerId state quorum createdAt expiresAt decidedAt
           payloadText obstacle decisions { verdict decidedBy reason sha256 } } }`,
        as,
        { id },
      );
      return approval;
    },
    async decide(how: 'approve' | 'reject', as: Credential, { id, ...input }: Json) {
      const type = how === 'approve' ? 'ApproveInput' : 'RejectInput';
      const payload = how === 'approve' ? 'ApprovedRequest' : 'RejectedRequest';
      const { result } = await office.graph(
        `mutation ($input: ${type}!) { result: ${how}(input: $input) { __typename
           ... on ${payload} { approval { id state decidedAt decisions { verdict decidedBy reason sha256 } } }
           ... on Problem { code message } ... on DecisionRefused { obstacle } } }`,
        as,
        { input: { approvalId: id, ...(how === 'reject' && { reason: 'Not so.' }), ...input } },
      );
      return result;
    },
    upkeep: (name: string) => api.services.upkeep[name]!(contextOn(api.services.platform.database)),
    ask: (runId: string, as: Credential) => api.json(`/v1/runs/${runId}`, { as }),
  });
  return office;
}
