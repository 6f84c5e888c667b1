import { Detail } from '../../kit/detail.tsx';
import { useParamsOf } from '../../kit/params.ts';
import { Empty } from '../../kit/states.tsx';
import { Facts, Id, Money, StatusBadge, When } from '../../kit/values.tsx';
import { EXAMPLE_RUNS } from './example-runs.ts';

/** `/admin/parts/{id}`: one thing of the list, over it. */
export function Screen() {
  const { part } = useParamsOf('/admin/parts/$part');
  const row = EXAMPLE_RUNS.find(({ id }) => id === part);
  return (
    <Detail title="A run, as an example" back="/admin/parts">
      {row ? (
        <Facts
          items={[
            ['Run', <Id key="id" value={row.id} copies />],
            ['When', <When key="at" at={row.at} />],
            ['Task', <code key="task">{row.task}</code>],
            [
              'State',
              <StatusBadge key="state" tone={row.tone}>
                {row.state}
              </StatusBadge>,
            ],
            ['Cost', <Money key="cost" micros={row.micros} />],
          ]}
        />
      ) : (
        <Empty>There is no such run among the examples.</Empty>
      )}
    </Detail>
  );
}
