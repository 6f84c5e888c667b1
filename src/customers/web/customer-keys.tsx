import { RevokeCustomerKeyDocument, RotateCustomerKeyDocument } from '../../web/generated/customers/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { KeyTable } from '../../web/kit/key-table.tsx';
import { Section } from '../../web/kit/page.tsx';
import { Empty } from '../../web/kit/states.tsx';
import { Money } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import type { Customer, CustomerKey } from './customer.ts';
import { DEFAULT_KEY_LIFETIME, KEY_LIFETIMES } from './key-lifetimes.ts';

/** Of a customer, those that work and those that have ended. */
export function CustomerKeys({ customer }: { customer: Customer }) {
  const mayChange = useMay()('customers:manage');
  const newKey = `/admin/customers/${customer.id}/new-key`;
  return (
    <Section
      title="Keys"
      actions={mayChange && customer.keys.length > 0 && <ButtonLink to={newKey}>Issue a key</ButtonLink>}
    >
      {customer.keys.length === 0 ? (
        <Empty action={mayChange && <ButtonLink to={newKey}>Issue a key</ButtonLink>}>
          It has no key, so nothing can be run for it yet.
        </Empty>
      ) : (
        <KeyTable
          word="key"
          keys={customer.keys}
          columns={[
            { title: 'Tasks', isMinor: true, cell: (key) => <TasksOf customerKey={key} /> },
            { title: 'Limits', isMinor: true, cell: limitsOf },
            { title: 'This month', isNumber: true, cell: ({ thisMonth }) => <Money micros={thisMonth.spentMicros} /> },
          ]}
          mayRotate={mayChange}
          mayRevoke={mayChange}
          lifetimes={KEY_LIFETIMES}
          defaultLifetime={DEFAULT_KEY_LIFETIME}
          rotate={{
            document: RotateCustomerKeyDocument,
            variablesFor: (customerKeyId, rotation) => ({ input: { customerKeyId, ...rotation } }),
            secretOf: ({ token }) => token,
          }}
          revoke={{
            document: RevokeCustomerKeyDocument,
            variablesFor: (customerKeyId) => ({ input: { customerKeyId } }),
          }}
        />
      )}
    </Section>
  );
}

function TasksOf({ customerKey: { isForAllTasks, tasks } }: { customerKey: CustomerKey }) {
  if (isForAllTasks) return 'All tasks';
  return (
    <ul className="plain">
      {tasks.map((task) => (
        <li key={task}>
          <code>{task}</code>
        </li>
      ))}
    </ul>
  );
}

function limitsOf({ monthlyLimitMicros, callsPerMinute }: CustomerKey) {
  const isLimited = monthlyLimitMicros !== null || callsPerMinute !== null;
  if (!isLimited) return <span className="hint">none of its own</span>;
  return (
    <>
      {monthlyLimitMicros !== null && (
        <div>
          <Money micros={monthlyLimitMicros} /> a month
        </div>
      )}
      {callsPerMinute !== null && <div>{callsPerMinute} calls a minute</div>}
    </>
  );
}
