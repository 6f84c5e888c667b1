import type { OperatorRole } from '../../src/operators/operator.entity.ts';
import { type Office, startOffice } from '../approvals/support.ts';
import { agentOf } from '../support/agents.ts';
import type { ApiOptions, Credential, Json } from '../support/api.ts';
import { type SignedIn, signedIn } from '../support/people.ts';

/** An office with machines that want to publish, and people who decide. */
export interface Gate extends Office {
  /** A machine with a key of its own, which acts for whoever shows this. */
  machine(owner: Credential): ReturnType<typeof agentOf>;
  file(as: Credential, input?: Json): Promise<Json>;
  edit(as: Credential, input: Json): Promise<Json>;
  end(how: 'cancel' | 'revoke', as: Credential, id: string): Promise<Json>;
  fetchPermit(as: Credential, id: string): Promise<Json>;
  request(as: Credential, id: string): Promise<Json>;
  /** A person who may decide, signed in. */
  approver(...roles: OperatorRole[]): Promise<SignedIn>;
  /** Files one and has so many people approve it. */
  approved(as: Credential, input?: Json, people?: number): Promise<Json>;
}

export const LETTER = {
  tool: 'send_email',
  channel: 'EMAIL',
  targets: ['ada@example.org'],
  argumentsText: '{"subject":"Your lease","body":"The deposit is settled."}',
  summary: 'Tells the tenant that the deposit is settled.',
};

const REQUEST = `id approvalId tool channel targetCount runIds assetIds sha256 requestedBy owner customerId supersedesId state
  policyVersion createdAt execution { available status } permit { id state issuedAt expiresAt usedAt usedBy }
  approval { id state quorum sha256 subjectKind subjectId title facts }`;
const PROBLEM = `... on Problem { code message } ... on InputInvalid { issues { pointer message } }`;

export async function startGate(options: ApiOptions = {}): Promise<Gate> {
  const office = await startOffice(options);
  const mutate = async (field: string, inputType: string, payload: string, as: Credential, input: Json) => {
    const query = `mutation ($input: ${inputType}!) { result: ${field}(input: $input) { __typename ${payload} ${PROBLEM} } }`;
    return (await office.graph(query, as, { input })).result;
  };
  const gate: Gate = Object.assign(office, {
    machine: (owner: Credential) => agentOf(office, owner),
    file: (as: Credential, input: Json = {}) =>
      mutate(
        'createPublishRequest',
        'CreatePublishRequestInput',
        `... on CreatedPublishRequest { publishRequest { ${REQUEST} } }
         ... on PublishRequestBlocked { findings { kind pointer detail isBlocking } }`,
        as,
        { ...LETTER, ...input },
      ),
    edit: (as: Credential, { id, ...input }: Json) =>
      mutate(
        'updatePublishRequest',
        'UpdatePublishRequestInput',
        `... on UpdatedPublishRequest { publishRequest { ${REQUEST} } }`,
        as,
        { publishRequestId: id, ...LETTER, ...input },
      ),
    end: (how: 'cancel' | 'revoke', as: Credential, id: string) => {
      const name = how === 'cancel' ? 'CancelPublishRequest' : 'RevokePublishRequest';
      const payload = how === 'cancel' ? 'CanceledPublishRequest' : 'RevokedPublishRequest';
      return mutate(`${how}PublishRequest`, `${name}Input`, `... on ${payload} { publishRequest { ${REQUEST} } }`, as, {
        publishRequestId: id,
      });
    },
    fetchPermit: (as: Credential, id: string) =>
      mutate(
        'fetchPermit',
        'FetchPermitInput',
        `... on FetchedPermit { actionText permit { id state usedAt usedBy expiresAt } publishRequest { ${REQUEST} } }`,
        as,
        { publishRequestId: id },
      ),
    async request(as: Credential, id: string) {
      const query = `query ($id: ID!) { publishRequest(id: $id) { ${REQUEST} } }`;
      return (await office.graph(query, as, { id })).publishRequest;
    },
    async approver(...roles: OperatorRole[]) {
      return signedIn(office, { roles: roles.length > 0 ? roles : ['APPROVER'] });
    },
    async approved(as: Credential, input: Json = {}, people = 1) {
      const { publishRequest } = await gate.file(as, input);
      const { approvalId: id, sha256 } = publishRequest;
      for (let index = 0; index < people; index++) {
        await gate.decide('approve', (await gate.approver()).as, { id, sha256 });
      }
      return publishRequest;
    },
  });
  return gate;
}
