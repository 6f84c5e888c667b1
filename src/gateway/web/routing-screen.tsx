import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import {
  RoutingNowDocument,
  RoutingOfTaskDocument,
  RoutingPolicyVersionsDocument,
} from '../../web/generated/gateway/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ChoiceFilter, Filters } from '../../web/kit/filters.tsx';
import { IssueList } from '../../web/kit/issue-list.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { atMost } from '../../web/kit/values.tsx';
import { VersionList } from '../../web/kit/versions.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Candidates } from './candidates.tsx';

const SIZES = ['200', '2000', '20000', '200000'] as const;
const FILTERS = filtersOf({ task: field.text(), tokens: field.oneOf(SIZES) });

/** `/admin/gateway/routing`: where each task goes now, and the versions of the policy that decides it. */
export function Screen() {
  const may = useMay();
  const now = useQueryOf(RoutingNowDocument, {});
  return (
    <Page
      title="Routing"
      lead="The policy says for each task which models may answer it, and in which order they are tried."
      actions={
        may('routing:publish') && (
          <Button component={Link} to="/admin/gateway/routing/edit">
            Edit the policy
          </Button>
        )
      }
    >
      <Section title="Where a task goes">
        <QueryView query={now} rows={4}>
          {({ tasks, routingPolicyFaults }) => (
            <>
              {routingPolicyFaults.length > 0 && (
                <div className="notice" data-tone="care">
                  <p>The policy in force does not fit the catalogue any more. Decisions pass over what is gone.</p>
                  <IssueList faults={routingPolicyFaults} />
                </div>
              )}
              <TaskRouting tasks={tasks} />
            </>
          )}
        </QueryView>
      </Section>
      <Versions />
      <Outlet />
    </Page>
  );
}

function TaskRouting({ tasks }: { tasks: readonly { name: string; title: string }[] }) {
  const { filters, set } = useFilters(FILTERS);
  const task = tasks.find(({ name }) => name === filters.task) ?? tasks[0];
  const tokens = filters.tokens ?? '2000';
  const query = useQueryOf(
    RoutingOfTaskDocument,
    { input: { task: task?.name ?? '', inputTokens: Number(tokens), needsTools: false, needsOutputSchema: false } },
    { pause: !task },
  );
  if (!task) return <Empty>The catalogue has no tasks.</Empty>;
  return (
    <>
      <Filters isFiltered={false} onClear={() => {}}>
        <ChoiceFilter
          label="Task"
          value={task.name}
          any="The first one"
          choices={tasks.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(value) => set({ task: value })}
        />
        <ChoiceFilter
          label="Input"
          value={tokens}
          any="Usual"
          choices={SIZES.map((value) => ({ value, label: `${Number(value).toLocaleString('en-US')} tokens` }))}
          onChange={(value) => set({ tokens: value })}
        />
      </Filters>
      <QueryView query={query} rows={6}>
        {({ explainRoute: { decision, mostMicros, isHeld } }) => (
          <>
            <Candidates from={decision.task} hint={`policy ${decision.policyVersion}, for you`} {...decision} />
            <p className="hint">
              {decision.refusal
                ? decision.refusal.sentence
                : [
                    `${atMost(mostMicros)}.`,
                    decision.isSimulated && 'The sandbox would answer, and no model.',
                    isHeld && 'The answer is held until a person approves it.',
                    decision.isNotFinal && 'A person looks at it before an end customer does.',
                  ]
                    .filter(Boolean)
                    .join(' ')}
            </p>
          </>
        )}
      </QueryView>
    </>
  );
}

function Versions() {
  const query = useQueryOf(RoutingPolicyVersionsDocument, usePage());
  return (
    <Section title="Versions of the policy">
      <VersionList
        query={query}
        rows={4}
        connectionOf={(data) => data.routingPolicies}
        caption="Versions of the routing policy"
        path="/admin/gateway/routing/versions"
      />
    </Section>
  );
}
