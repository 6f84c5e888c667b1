import { Button } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { Section } from '../../web/kit/page.tsx';
import { Secret } from '../../web/kit/secret.tsx';
import { Empty } from '../../web/kit/states.tsx';
import { Money, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import type { Customer, CustomerKey } from './customer.ts';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';

/** Of a customer, those that work and those that have ended. */
export function CustomerKeys({ customer }: { customer: Customer }) {
  const mayChange = useMay()('customers:manage');
  const [rotating, setRotating] = useState<CustomerKey | null>(null);
  const [revoking, setRevoking] = useState<CustomerKey | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const newKey = `/admin/customers/${customer.id}/new-key`;
  const columns: Column<CustomerKey>[] = [
    {
      title: 'Key',
      cell: ({ name, hint }) => (
        <>
          {name} <code className="hint">{hint}…</code>
        </>
      ),
    },
    { title: 'State', cell: (key) => <KeyState customerKey={key} /> },
    { title: 'May run', isMinor: true, cell: (key) => <TasksOf customerKey={key} /> },
    { title: 'Limits', isMinor: true, cell: limitsOf },
    { title: 'This month', isNumber: true, cell: ({ thisMonth }) => <Money micros={thisMonth.spentMicros} /> },
    { title: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
  ];
  if (mayChange)
    columns.push({
      title: 'Actions',
      cell: (key) =>
        hasEnded(key) ? null : (
          <span className="row-actions">
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setRotating(key)}
              aria-label={`Rotate ${key.name}`}
            >
              Rotate
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setRevoking(key)}
              aria-label={`Revoke ${key.name}`}
            >
              Revoke
            </Button>
          </span>
        ),
    });
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
        <DataTable caption="Keys" rows={customer.keys} columns={columns} />
      )}
      {rotating && (
        <RotateKey
          customerKey={rotating}
          onClose={() => setRotating(null)}
          onDone={(secret) => {
            setRotating(null);
            setToken(secret);
          }}
        />
      )}
      {revoking && <RevokeKey customerKey={revoking} onClose={() => setRevoking(null)} />}
      <Secret title="The new key" secret={token} onClose={() => setToken(null)} />
    </Section>
  );
}

const hasEnded = ({ revokedAt, expiresAt }: CustomerKey) => Boolean(revokedAt) || Date.parse(expiresAt) <= Date.now();

function KeyState({ customerKey }: { customerKey: CustomerKey }) {
  if (customerKey.revokedAt)
    return (
      <>
        <StatusBadge tone="bad">Revoked</StatusBadge>{' '}
        <span className="hint">
          <When at={customerKey.revokedAt} />
        </span>
      </>
    );
  return (
    <>
      <StatusBadge tone={hasEnded(customerKey) ? 'care' : 'plain'}>
        {hasEnded(customerKey) ? 'Expired' : 'Works'}
      </StatusBadge>{' '}
      <span className="hint">
        {hasEnded(customerKey) ? '' : 'until '}
        <When at={customerKey.expiresAt} />
      </span>
    </>
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
