import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CustomerByIdDocument, UpdateCustomerDocument } from '../../web/generated/customers/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, Loading, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, Id, When, wordsOf } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { CustomerKeys } from './customer-keys.tsx';
import { CustomerState } from './customer-state.tsx';
import { MonthOfMoney } from './month-of-money.tsx';
import { PLAN_IN_WORDS } from './plans.ts';
import './customers.css';
import type { Customer } from './customer.ts';

/** Loaded only by who may see the log that it is drawn of. */
const BurnDown = lazy(() => import('./burn-down.tsx'));

/** `/admin/customers/cus_…` */
export function Screen() {
  const { customerId } = useParamsOf('/admin/customers/$customerId');
  const may = useMay();
  const asked = useQueryOf(CustomerByIdDocument, { id: customerId });
  const { data } = asked;
  if (data && !data.customer)
    return (
      <Page title="Customer">
        <Empty action={<ButtonLink to="/admin/customers">All customers</ButtonLink>}>There is no such customer.</Empty>
      </Page>
    );
  const customer = data?.customer;
  return (
    <Page
      title={customer?.name ?? 'Customer'}
      actions={customer && may('customers:manage') && <Actions customer={customer} />}
    >
      <Shown asked={asked} rows={14}>
        {() =>
          customer && (
            <>
              <About customer={customer} />
              <MonthOfMoney customer={customer} />
              {may('runs:read') && (
                <Suspense fallback={<Loading rows={6} />}>
                  <BurnDown customer={customer} />
                </Suspense>
              )}
              <CustomerKeys customer={customer} />
            </>
          )
        }
      </Shown>
      <Outlet />
    </Page>
  );
}

function About({ customer }: { customer: Customer }) {
  const used = customer.keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort();
  return (
    <Section title="About it">
      <Facts
        items={[
          ['State', <CustomerState key="state" {...customer} />],
          ['Suspended', customer.suspendedAt && <When at={customer.suspendedAt} />],
          ['Plan', `${wordsOf(customer.plan)}: ${PLAN_IN_WORDS[customer.plan]}`],
          ['A key was last used', <When key="used" at={used.at(-1)} ago />],
          ['Made', <When key="made" at={customer.createdAt} />],
          ['Changed', <When key="changed" at={customer.updatedAt} />],
          ['Id', <Id key="id" value={customer.id} copies />],
        ]}
      />
    </Section>
  );
}

function Actions({ customer }: { customer: Customer }) {
  const { id, name, suspendedAt, isHouse, version } = customer;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {!isHouse && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {suspendedAt ? 'Serve it again' : 'Suspend'}
        </Button>
      )}
      <ButtonLink to={`/admin/customers/${id}/change`}>Change plan and caps</ButtonLink>
      {isAsking && (
        <ConfirmMutation
          document={UpdateCustomerDocument}
          variables={{ input: { customerId: id, expectedVersion: version, isSuspended: !suspendedAt } }}
          title={suspendedAt ? `Serve ${name} again?` : `Suspend ${name}?`}
          action={suspendedAt ? 'Serve it again' : 'Suspend the customer'}
          isDangerous={!suspendedAt}
          told={suspendedAt ? `${name} is served again.` : `${name} is suspended.`}
          onClose={close}
        >
          <p>
            {suspendedAt
              ? 'Its keys work again within a second.'
              : 'Within a second nothing is run for it any more, whichever of its keys is shown. It can be served again at any time.'}
          </p>
        </ConfirmMutation>
      )}
    </>
  );
}
