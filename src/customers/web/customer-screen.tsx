import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CustomerByIdDocument, UpdateCustomerDocument } from '../../web/generated/customers/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, Loading, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { CustomerKeys } from './customer-keys.tsx';
import { CustomerState } from './customer-state.tsx';
import { MonthlyUsage } from './monthly-usage.tsx';
import { PLAN_HINTS } from './plans.ts';
import './customers.css';
import type { Customer } from './customer.ts';
import { texts } from './texts.ts';

/** The chart is loaded only for users who can read the runs it shows. */
const BurnDown = lazy(() => import('./burn-down.tsx'));

/** Screen `/admin/customers/cus_…`: one customer with its spending and its API keys. */
export function Screen() {
  const { customerId } = useParamsOf('/admin/customers/$customerId');
  const may = useMay();
  const query = useQueryOf(CustomerByIdDocument, { id: customerId });
  const { data } = query;
  if (data && !data.customer)
    return (
      <Page title={texts.customer.title}>
        <Empty action={<ButtonLink to="/admin/customers">{texts.customer.all}</ButtonLink>}>
          {texts.customer.notFound}
        </Empty>
      </Page>
    );
  const customer = data?.customer;
  return (
    <Page
      title={customer?.name ?? texts.customer.title}
      actions={customer && may('customers:manage') && <CustomerActions customer={customer} />}
    >
      <QueryView query={query} rows={14}>
        {() =>
          customer && (
            <>
              <CustomerFacts customer={customer} />
              <MonthlyUsage customer={customer} />
              {may('runs:read') && (
                <Suspense fallback={<Loading rows={6} />}>
                  <BurnDown customer={customer} />
                </Suspense>
              )}
              <CustomerKeys customer={customer} />
            </>
          )
        }
      </QueryView>
      <Outlet />
    </Page>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const used = customer.keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort();
  return (
    <Section title={texts.customer.details}>
      <Facts
        items={[
          [texts.customer.status, <CustomerState key="state" {...customer} />],
          [texts.customer.suspended, customer.suspendedAt && <When at={customer.suspendedAt} />],
          [texts.customer.plan, `${enumLabel(customer.plan)}: ${PLAN_HINTS[customer.plan]}`],
          [texts.customer.keyLastUsed, <When key="used" at={used.at(-1)} ago />],
          [texts.customer.created, <When key="made" at={customer.createdAt} />],
          [texts.customer.updated, <When key="changed" at={customer.updatedAt} />],
          [texts.customer.id, <Id key="id" value={customer.id} copies />],
        ]}
      />
    </Section>
  );
}

function CustomerActions({ customer }: { customer: Customer }) {
  const { id, name, suspendedAt, isOwnUse, version } = customer;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {!isOwnUse && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {suspendedAt ? texts.suspend.resume : texts.suspend.suspend}
        </Button>
      )}
      <ButtonLink to={`/admin/customers/${id}/change`}>{texts.customer.edit}</ButtonLink>
      {isAsking && (
        <ConfirmMutation
          document={UpdateCustomerDocument}
          variables={{ input: { customerId: id, ifVersion: version, isSuspended: !suspendedAt } }}
          title={suspendedAt ? texts.suspend.resumeTitle(name) : texts.suspend.suspendTitle(name)}
          action={suspendedAt ? texts.suspend.resume : texts.suspend.suspend}
          isDangerous={!suspendedAt}
          announcement={suspendedAt ? texts.suspend.resumed(name) : texts.suspend.suspended(name)}
          onClose={close}
        >
          <p>{suspendedAt ? texts.suspend.resumeText : texts.suspend.suspendText}</p>
        </ConfirmMutation>
      )}
    </>
  );
}
