import { ModelSlotsDocument } from '../../web/generated/models/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Section } from '../../web/kit/page.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { texts } from './texts.ts';

/** Slots of text tasks by cluster, with their tasks and deployments. */
export function SlotsPart() {
  const query = useQueryOf(ModelSlotsDocument, {});
  return (
    <QueryView query={query} rows={16}>
      {({ clusters }) =>
        clusters.map(({ name, title, purpose, slots }) => (
          <Section key={name} title={title}>
            <p className="models-purpose">{purpose}</p>
            <table className="data">
              <caption className="only-heard">{texts.slots.caption(title)}</caption>
              <thead>
                <tr>
                  <th scope="col">{texts.slots.task}</th>
                  <th scope="col">{texts.slots.preferred}</th>
                  <th scope="col">{texts.slots.alternates}</th>
                  <th scope="col">{texts.slots.economy}</th>
                </tr>
              </thead>
              <tbody>
                {slots.map(({ name: slot, task, deployments }) => (
                  <tr key={slot}>
                    <th scope="row">
                      <PageLink to="/admin/gateway/routing" search={{ task: task.name }}>
                        {task.title}
                      </PageLink>
                      <div className="hint">
                        <code>{task.name}</code>
                        {task.gates.length > 0 && texts.slots.gated}
                      </div>
                    </th>
                    <td data-title={texts.slots.preferred}>
                      <Names entries={deployments ? [deployments.preferred] : []} />
                    </td>
                    <td data-title={texts.slots.alternates}>
                      <Names entries={deployments?.alternates ?? []} />
                    </td>
                    <td data-title={texts.slots.economy}>
                      <Names entries={deployments?.economy ? [deployments.economy] : []} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        ))
      }
    </QueryView>
  );
}

function Names({ entries }: { entries: readonly { name: string }[] }) {
  if (entries.length === 0) return <span className="hint">{texts.common.none}</span>;
  return (
    <ul className="plain">
      {entries.map(({ name }) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}
