import { RevokeCustomerKeyDocument, RotateCustomerKeyDocument } from '../../web/generated/customers/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { KeyTable } from '../../web/kit/key-table.tsx';
import { Section } from '../../web/kit/page.tsx';
import { Empty } from '../../web/kit/states.tsx';
import { Money } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import type { Customer, CustomerKey } from './customer.ts';
import { DEFAULT_KEY_LIFETIME, KEY_LIFETIMES } from './key-lifetimes.ts';
import { texts } from './texts.ts';

/** API keys of a customer, valid and ended. */
export function CustomerKeys({ customer }: { customer: Customer }) {
  const mayChange = useMay()('customers:manage');
  const newKey = `/admin/customers/${customer.id}/new-key`;
  return (
    <Section
      title={texts.keys.title}
      actions={mayChange && customer.keys.length > 0 && <ButtonLink to={newKey}>{texts.keys.create}</ButtonLink>}
    >
      {customer.keys.length === 0 ? (
        <Empty action={mayChange && <ButtonLink to={newKey}>{texts.keys.create}</ButtonLink>}>{texts.keys.empty}</Empty>
      ) : (
        <KeyTable
          word="key"
          keys={customer.keys}
          columns={[
            { title: texts.keys.tasks, isMinor: true, cell: (key) => <TasksOf customerKey={key} /> },
            { title: texts.keys.cases, isMinor: true, cell: ({ caseAccess }) => texts.caseAccess[caseAccess] },
            { title: texts.keys.limits, isMinor: true, cell: limitsOf },
            {
              title: texts.keys.thisMonth,
              isNumber: true,
              cell: ({ thisMonth }) => <Money micros={thisMonth.spentMicros} />,
            },
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
  if (isForAllTasks) return texts.keys.allTasks;
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
  if (!isLimited) return <span className="hint">{texts.keys.noLimits}</span>;
  return (
    <>
      {monthlyLimitMicros !== null && <div>{texts.keys.perMonth(<Money micros={monthlyLimitMicros} />)}</div>}
      {callsPerMinute !== null && <div>{texts.keys.perMinute(callsPerMinute)}</div>}
    </>
  );
}
