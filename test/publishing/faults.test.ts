import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import type { Json } from '../support/api.ts';
import { type Gate, startGate } from './support.ts';

let gate: Gate;
let machine: Awaited<ReturnType<Gate['machine']>>;
beforeAll(async () => {
  // Nobody hears events here, as if the process had died right after each transaction.
  gate = await startGate({ works: false });
  machine = await gate.machine((await customerWithKey(gate)).as);
});
afterAll(() => gate.stop());

test('a permit is there with the decision, whatever becomes of the process after it', async () => {
  const filed = await gate.approved(machine.as);

  expect((await gate.request(machine.as, filed.id)).permit.state).toBe('ISSUED');
  expect((await gate.fetchPermit(machine.as, filed.id)).permit.state).toBe('USED');
});

test.each(['publish_request', 'approval', 'outbox_event'])(
  'a filing that is cut off at %s leaves nothing, and what it was to replace waits on',
  async (table) => {
    const { publishRequest } = await gate.file(machine.as);
    const before = await rows();
    await gate.database.query(`create function cut_off() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    await gate.database.query(
      `create trigger cut_off before insert on ${table} for each row execute function cut_off()`,
    );

    const { data, errors } = await gate.graphql(
      `mutation ($input: UpdatePublishRequestInput!) { updatePublishRequest(input: $input) { __typename ... on Problem { code } } }`,
      {
        as: machine.as,
        variables: {
          input: {
            publishRequestId: publishRequest.id,
            tool: 'send_email',
            channel: 'EMAIL',
            targets: ['ada@example.org'],
            argumentsText: '{}',
            summary: 'Cut off.',
            idempotencyKey: `cut off at ${table}`,
          },
        },
      },
    );
    await gate.database.query(`drop trigger cut_off on ${table}`);
    await gate.database.query('drop function cut_off()');

    expect(errors ?? data.updatePublishRequest.code).toBeTruthy();
    expect(await rows()).toEqual(before);
    expect((await gate.request(machine.as, publishRequest.id)).state).toBe('PENDING');
    const again = await gate.edit(machine.as, { id: publishRequest.id, idempotencyKey: `cut off at ${table}` });
    expect(again.publishRequest.state).toBe('PENDING');
  },
);

async function rows(): Promise<Json> {
  const [row] = await gate.database.query<Json>(
    'select (select count(*)::int from publish_request) as requests, (select count(*)::int from approval) as approvals',
  );
  return row;
}
