import type { Api, Credential, Json } from './api.ts';

/** The result of a mutation about agents, with what tests look at. */
export async function mutateAgents(
  api: Api,
  name: 'createAgent' | 'updateAgent' | 'issueAgentKey' | 'rotateAgentKey' | 'revokeAgentKey',
  input: Json,
  as: Credential = 'operator',
): Promise<Json> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const { data, errors } = await api.graphql(
    `mutation ($input: ${type}Input!) { result: ${name}(input: $input) {
       __typename ${FIELDS[name]} ... on Problem { code message } ... on InputInvalid { issues { pointer message } }
     } }`,
    { as, variables: { input } },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.result;
}

const AGENT = '{ agent { id name owner disabledAt } }';
const KEY = 'agentKey { id name hint scopes issuedBy expiresAt revokedAt lastUsedAt agentId }';
const FIELDS = {
  createAgent: `... on CreatedAgent ${AGENT}`,
  updateAgent: `... on UpdatedAgent ${AGENT}`,
  issueAgentKey: `... on IssuedAgentKey { token ${KEY} }`,
  rotateAgentKey: `... on RotatedAgentKey { token ${KEY} }`,
  revokeAgentKey: `... on RevokedAgentKey { ${KEY} }`,
};

/** An agent of whoever shows `owner`, with a key. */
export async function agentOf(
  api: Api,
  owner: Credential = 'operator',
  key: { scopes?: string[]; lifetimeDays?: number } = {},
): Promise<{ as: { bearer: string }; agentId: string; keyId: string; actor: string }> {
  const { agent } = await mutateAgents(api, 'createAgent', { name: 'Test' }, owner);
  const issued = await mutateAgents(api, 'issueAgentKey', { agentId: agent.id, name: 'Test', ...key }, owner);
  return {
    as: { bearer: issued.token },
    agentId: agent.id,
    keyId: issued.agentKey.id,
    actor: `agent:${agent.id}`,
  };
}
