import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import {
  CurrentRoutingDocument,
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
import { texts } from './texts.ts';

const SIZES = ['200', '2000', '20000', '200000'] as const;
const FILTERS = filtersOf({ task: field.text(), tokens: field.oneOf(SIZES) });

/** `/admin/gateway/routing`: current route of each task, and the versions of the policy. */
export function Screen() {
  const may = useMay();
  const now = useQueryOf(CurrentRoutingDocument, {});
  return (
    <Page
      title={texts.routing.title}
      lead={texts.routing.lead}
      actions={
        may('routing:publish') && (
          <Button component={Link} to="/admin/gateway/routing/edit">
            {texts.editor.title}
          </Button>
        )
      }
    >
      <Section title={texts.routing.taskRoute}>
        <QueryView query={now} rows={4}>
          {({ tasks, routingPolicyFaults }) => (
            <>
              {routingPolicyFaults.length > 0 && (
                <div className="notice" data-tone="care">
                  <p>{texts.routing.mismatch}</p>
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
  if (!task) return <Empty>{texts.routing.noTasks}</Empty>;
  return (
    <>
      <Filters isFiltered={false} onClear={() => {}}>
        <ChoiceFilter
          label={texts.run.task}
          value={task.name}
          any={texts.routing.firstTask}
          choices={tasks.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(value) => set({ task: value })}
        />
        <ChoiceFilter
          label={texts.routing.input}
          value={tokens}
          any={texts.routing.defaultInput}
          choices={SIZES.map((value) => ({
            value,
            label: texts.routing.tokens(Number(value).toLocaleString('en-US')),
          }))}
          onChange={(value) => set({ tokens: value })}
        />
      </Filters>
      <QueryView query={query} rows={6}>
        {({ explainRoute: { decision, maxCostMicros, isHeld } }) => (
          <>
            <Candidates from={decision.task} hint={texts.routing.decidedBy(decision.policyVersion)} {...decision} />
            <p className="hint">
              {decision.refusal
                ? decision.refusal.sentence
                : [
                    `${atMost(maxCostMicros)}.`,
                    decision.isSimulated && texts.routing.sandbox,
                    isHeld && texts.routing.held,
                    decision.isNotFinal && texts.routing.notFinal,
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
    <Section title={texts.routing.versions}>
      <VersionList
        query={query}
        rows={4}
        connectionOf={(data) => data.routingPolicies}
        caption={texts.routing.versionsCaption}
        path="/admin/gateway/routing/versions"
      />
    </Section>
  );
}
