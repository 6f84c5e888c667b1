import { Detail } from '../../kit/detail.tsx';
import { useParamsOf } from '../../kit/params.ts';
import { Empty } from '../../kit/states.tsx';
import { Facts, Id, Money, StatusBadge, When } from '../../kit/values.tsx';
import { EXAMPLE_RUNS } from './example-runs.ts';
import { texts } from './texts.ts';

/** Screen `/admin/parts/{id}` of the component gallery: details of one example run, over the list of runs. */
export function Screen() {
  const { part } = useParamsOf('/admin/parts/$part');
  const row = EXAMPLE_RUNS.find(({ id }) => id === part);
  return (
    <Detail title={texts.run.title} back="/admin/parts">
      {row ? (
        <Facts
          items={[
            [texts.lists.run, <Id key="id" value={row.id} copies />],
            [texts.lists.time, <When key="at" at={row.at} />],
            [texts.lists.task, <code key="task">{row.task}</code>],
            [
              texts.lists.status,
              <StatusBadge key="state" tone={row.tone}>
                {row.state}
              </StatusBadge>,
            ],
            [texts.lists.cost, <Money key="cost" micros={row.micros} />],
          ]}
        />
      ) : (
        <Empty>{texts.run.notFound}</Empty>
      )}
    </Detail>
  );
}
