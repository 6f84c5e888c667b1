import { SLOT } from './asking.ts';

/** A GraphQL operation as the operator. @throws for errors */
export type AsOperator = (query: string, variables?: object) => Promise<Record<string, never>>;

interface Timeouts {
  connectMs: number;
  firstTokenMs: number;
  idleMs: number;
  totalMs: number;
}

/**
 * What the scenarios wait for is short, and long enough for a busy machine. The whole has time to spare: no scenario is about its
 * end, and a provider that says nothing while another is left is given four fifths of it.
 */
export const TIMEOUTS: Timeouts = { connectMs: 5_000, firstTokenMs: 2_000, idleMs: 2_000, totalMs: 30_000 };

/** Publishes a catalogue in which the task's time is short. */
export async function shortenTimeouts(asOperator: AsOperator, timeouts: Timeouts = TIMEOUTS): Promise<void> {
  const { catalogueVersions } = (await asOperator(
    '{ catalogueVersions(first: 1) { nodes { number document } } }',
  )) as unknown as { catalogueVersions: { nodes: [{ number: number; document: { tasks: { name: string }[] } }] } };
  const [{ number, document }] = catalogueVersions.nodes;
  const tasks = document.tasks.map((task) => (task.name === SLOT.task ? { ...task, timeouts } : task));
  const { publishCatalogue } = (await asOperator(
    `mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { message } } }`,
    { input: { document: { ...document, tasks }, reason: 'Failures have to show soon.', ifVersion: number } },
  )) as unknown as { publishCatalogue: { __typename: string; message?: string } };
  if (publishCatalogue.__typename !== 'PublishedCatalogue')
    throw new Error(`Not published: ${publishCatalogue.message}`);
}

/** Makes a customer who may spend without end and gives its key. */
export async function makeCustomer(asOperator: AsOperator): Promise<string> {
  const { createCustomer } = (await asOperator(
    `mutation { createCustomer(input: { name: "Failover", plan: PRO, softCapMicros: null }) { ... on CreatedCustomer { customer { id } } ... on Problem { message } } }`,
  )) as unknown as { createCustomer: { customer?: { id: string }; message?: string } };
  if (!createCustomer.customer) throw new Error(`No customer: ${createCustomer.message}`);
  const { issueCustomerKey } = (await asOperator(
    `mutation ($id: ID!) { issueCustomerKey(input: { customerId: $id, name: "Failover" }) { ... on IssuedCustomerKey { token } ... on Problem { message } } }`,
    { id: createCustomer.customer.id },
  )) as unknown as { issueCustomerKey: { token?: string; message?: string } };
  if (!issueCustomerKey.token) throw new Error(`No key: ${issueCustomerKey.message}`);
  return issueCustomerKey.token;
}
