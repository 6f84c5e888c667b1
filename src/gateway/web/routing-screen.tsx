import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import {
  RoutingNowDocument,
  RoutingOfTaskDocument,
  RoutingPolicyVersionsDocument,
} from '../../web/generated/gateway/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { FaultList } from '../../web/kit/fault-list.tsx';
import { ChoiceFilter, Filters } from '../../web/kit/filters.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
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
        <Shown asked={now} rows={4}>
          {({ tasks, routingPolicyFaults }) => (
            <>
              {routingPolicyFaults.length > 0 && (
                <div className="notice" data-tone="care">
                  <p>The policy in force does not fit the catalogue any more. Decisions pass over what is gone.</p>
                  <FaultList faults={routingPolicyFaults} />
                </div>
              )}
              <OfTask tasks={tasks} />
            </>
          )}
        </Shown>
      </Section>
      <Versions />
      <Outlet />
    </Page>
  );
}

function OfTask({ tasks }: { tasks: readonly { name: string; title: string }[] }) {
  const { filters, set } = useFilters(FILTERS);
  const task = tasks.find(({ name }) => name === filters.task) ?? tasks[0];
  const tokens = filters.tokens ?? '2000';
  const asked = useQueryOf(
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
      <Shown asked={asked} rows={6}>
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
      </Shown>
    </>
  );
}

function Versions() {
  const asked = useQueryOf(RoutingPolicyVersionsDocument, usePage());
  return (
    <Section title="Versions of the policy">
      <VersionList
        asked={asked}
        rows={4}
        connectionOf={(data) => data.routingPolicies}
        caption="Versions of the routing policy"
        path="/admin/gateway/routing/versions"
      />
    </Section>
  );
}
