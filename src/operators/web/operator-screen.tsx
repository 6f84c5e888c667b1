import { Outlet } from '@tanstack/react-router';
import { OperatorByIdDocument, OperatorTokenListDocument } from '../../web/generated/operators/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';
import { OperatorActions } from './operator-actions.tsx';
import { OperatorState } from './operator-state.tsx';
import { ROLE_HINTS } from './roles.tsx';
import { SecondFactors } from './second-factors.tsx';
import { texts } from './texts.ts';
import { TokensTable } from './tokens-table.tsx';

/** `/admin/operators/op_…`: one operator with their tokens. */
export function Screen() {
  const { operatorId } = useParamsOf('/admin/operators/$operatorId');
  const { actor } = useViewer();
  const may = useMay();
  const query = useQueryOf(OperatorByIdDocument, { id: operatorId });
  const { data } = query;
  if (data && !data.operator)
    return (
      <Page title={texts.operator.title}>
        <Empty action={<ButtonLink to="/admin/operators">{texts.operator.all}</ButtonLink>}>
          {texts.operator.notFound}
        </Empty>
      </Page>
    );
  const operator = data?.operator;
  const isOneself = actor === `operator:${operatorId}`;
  return (
    <Page
      title={operator?.name ?? texts.operator.title}
      lead={isOneself && texts.operator.isYou}
      actions={operator && may('operators:manage') && <OperatorActions operator={operator} isOneself={isOneself} />}
    >
      <QueryView query={query} rows={9}>
        {() => operator && <OperatorFacts operator={operator} isOneself={isOneself} />}
      </QueryView>
      {operator && (isOneself ? may('own-account:manage') : may('operators:manage')) && (
        <Tokens operator={operator} isOneself={isOneself} />
      )}
      <Outlet />
    </Page>
  );
}

function OperatorFacts({ operator, isOneself }: { operator: Operator; isOneself: boolean }) {
  const { id, email, roles, disabledAt, secondFactors, lastSeenAt, createdAt, updatedAt } = operator;
  return (
    <Section title={texts.operator.details}>
      <Facts
        items={[
          [texts.operator.email, <Visible key="email" text={email} />],
          [texts.operator.status, <OperatorState key="state" disabledAt={disabledAt} />],
          [texts.operator.disabled, disabledAt && <When at={disabledAt} />],
          [
            texts.operator.roles,
            <ul key="roles" className="plain">
              {roles.map((role) => (
                <li key={role}>
                  {enumLabel(role)}: {ROLE_HINTS[role]}
                </li>
              ))}
            </ul>,
          ],
          [texts.operator.secondFactor, secondFactors && <SecondFactors key="factors" factors={secondFactors} />],
          [texts.operator.lastSeen, <When key="seen" at={lastSeenAt} ago />],
          [texts.operator.created, <When key="made" at={createdAt} />],
          [texts.operator.updated, <When key="changed" at={updatedAt} />],
          [texts.operator.id, <Id key="id" value={id} copies />],
          [
            texts.operator.ownPages,
            isOneself ? (
              <>
                <PageLink to="/admin/operators/sessions">{texts.operator.sessions}</PageLink>,{' '}
                <a href="/admin/account">{texts.operator.account}</a>
              </>
            ) : null,
          ],
        ]}
      />
    </Section>
  );
}

function Tokens({ operator, isOneself }: { operator: Operator; isOneself: boolean }) {
  const query = useQueryOf(OperatorTokenListDocument, { filter: { operatorId: operator.id }, ...usePage() });
  const issue = isOneself ? '/admin/operators/tokens/new' : `/admin/operators/${operator.id}/new-token`;
  const button = !operator.disabledAt && <ButtonLink to={issue}>{texts.tokens.create}</ButtonLink>;
  const isEmpty = query.data?.operatorTokens.nodes.length === 0;
  return (
    <Section title={texts.tokens.title} actions={!isEmpty && button}>
      <QueryView query={query} rows={3}>
        {({ operatorTokens: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty action={button}>{isOneself ? texts.tokens.noneOfYours : texts.tokens.noneOf(operator.name)}</Empty>
          ) : (
            <TokensTable tokens={nodes} pageInfo={pageInfo} />
          )
        }
      </QueryView>
    </Section>
  );
}
