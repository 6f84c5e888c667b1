import { customerWithKey } from '../../customers/graph.ts';
import { mutateAgents } from '../../support/agents.ts';
import type { Api } from '../../support/api.ts';
import { signedIn } from '../../support/people.ts';

/** One kind of key, as the contract sees it. */
export interface RegisteredKind {
  /** GraphQL type, which names the mutations as well. */
  type: string;
  /** Field of the payload with the key, and with `Id` the field of the input. */
  field: string;
  /** Field of the payload with the token. */
  tokenField: 'token' | 'secret';
  table: string;
  ownerColumn: string;
  issuerColumn: 'created_by' | 'issued_by';
  prefix: string;
  conflict: string;
  days: { default: number; max: number };
  /** Working keys of one owner. */
  most: number;
  /** What only this kind has: fields that a successor gets, and how they are asked for. */
  own: { select: string; input: object };
  /** Columns without a default that only this kind has, for rows that a test inserts. */
  columns: Record<string, string>;
  /** Beginning of the names of its events. */
  events: string;
  ending: string;
  /** Creates an owner. @returns its id, and the input by which `issue…` finds it */
  owner(api: Api): Promise<{ id: string; input: object }>;
}

export const KINDS: readonly RegisteredKind[] = [
  {
    type: 'CustomerKey',
    field: 'customerKey',
    tokenField: 'token',
    table: 'customer_key',
    ownerColumn: 'customer_id',
    issuerColumn: 'created_by',
    prefix: 'imck_',
    conflict: 'CustomerKeyConflict',
    days: { default: 365, max: 1_095 },
    most: 100,
    own: {
      select: 'isForAllTasks tasks monthlyLimitMicros callsPerMinute',
      input: { tasks: ['human-phrasing/warm-tone'], monthlyLimitMicros: 5, callsPerMinute: 3 },
    },
    columns: { lineage_id: `'x'` },
    events: 'customers.key',
    ending: 'CUSTOMER_KEY',
    async owner(api) {
      const { id } = (await customerWithKey(api)).customer;
      await api.database.query('delete from customer_key where customer_id = $1', [id]);
      return { id, input: { customerId: id } };
    },
  },
  {
    type: 'AgentKey',
    field: 'agentKey',
    tokenField: 'token',
    table: 'agent_key',
    ownerColumn: 'agent_id',
    issuerColumn: 'created_by',
    prefix: 'imak_',
    conflict: 'AgentConflict',
    days: { default: 90, max: 365 },
    most: 50,
    own: { select: 'scopes', input: { scopes: ['agent:self'] } },
    columns: {},
    events: 'agents.key',
    ending: 'AGENT_KEY',
    async owner(api) {
      const { id } = (await mutateAgents(api, 'createAgent', { name: 'Test' })).agent;
      return { id, input: { agentId: id } };
    },
  },
  {
    type: 'OperatorToken',
    field: 'operatorToken',
    tokenField: 'token',
    table: 'operator_token',
    ownerColumn: 'operator_id',
    issuerColumn: 'issued_by',
    prefix: 'imop_',
    conflict: 'OperatorConflict',
    days: { default: 90, max: 365 },
    most: 50,
    own: { select: 'scopes', input: { scopes: ['settings:read'] } },
    columns: { scopes: `'{settings:read}'` },
    events: 'operators.token',
    ending: 'OPERATOR_TOKEN',
    async owner(api) {
      const { operatorId } = await signedIn(api, { roles: ['EDITOR'] });
      return { id: operatorId, input: { operatorId } };
    },
  },
  {
    type: 'PartnerLink',
    field: 'partnerLink',
    tokenField: 'secret',
    table: 'partner_token',
    ownerColumn: 'partner_id',
    issuerColumn: 'created_by',
    prefix: 'imgp_',
    conflict: 'PartnerConflict',
    days: { default: 365, max: 1_095 },
    most: 100,
    own: { select: 'partner { id }', input: {} },
    columns: {},
    events: 'partners.token',
    ending: 'PARTNER_LINK',
    async owner(api) {
      const partnerName = `Partner ${process.hrtime.bigint()}`;
      const id = `prt_${partnerName.slice(8)}`;
      await api.database.query('insert into partner (id, name) values ($1, $2)', [id, partnerName]);
      return { id, input: { partnerName } };
    },
  },
];
