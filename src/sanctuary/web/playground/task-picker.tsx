import type { ClusterFacts } from '../../pure.ts';
import { texts } from '../texts.ts';
import type { UpdatePlayground } from './use-playground.ts';

/** Lists the tasks of the model catalogue by cluster. Callers request a task, not a model. */
export function TaskPicker({
  clusters,
  task: chosen,
  onChange,
}: {
  clusters: readonly ClusterFacts[];
  task: string;
  onChange: UpdatePlayground;
}) {
  return (
    <fieldset className="tasks">
      <legend>{texts.playground.pickTask}</legend>
      {clusters.map(({ name, title, purpose, tasks }) => (
        <div className="cluster" key={name}>
          <p className="name" title={purpose}>
            {title}
          </p>
          <div className="chips">
            {tasks.map((task) => (
              <label className="chip" key={task.name} title={task.purpose}>
                <input
                  type="radio"
                  name="task"
                  value={task.name}
                  checked={task.name === chosen}
                  onChange={() => onChange({ task: task.name })}
                />
                <span>{task.name.slice(task.name.indexOf('/') + 1)}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
