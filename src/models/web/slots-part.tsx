import { ModelSlotsDocument, type ModelSlotsQuery } from '../../web/generated/models/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Section } from '../../web/kit/page.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { texts } from './texts.ts';

type Slot = ModelSlotsQuery['modelSlots'][number];

/** Slots with their tasks and deployments: those of text tasks by cluster, then those of image tasks, which have no cluster. */
export function SlotsPart() {
  const query = useQueryOf(ModelSlotsDocument, {});
  return (
    <QueryView query={query} rows={16}>
      {({ clusters, modelSlots }) => {
        const outside = modelSlots.filter(({ cluster }) => !cluster);
        return (
          <>
            {clusters.map(({ name, title, purpose }) => (
              <SlotTable
                key={name}
                title={title}
                purpose={purpose}
                slots={modelSlots.filter(({ cluster }) => cluster?.name === name)}
              />
            ))}
            {outside.length > 0 && (
              <SlotTable title={texts.slots.pictures} purpose={texts.slots.picturesPurpose} slots={outside} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function SlotTable({ title, purpose, slots }: { title: string; purpose: string; slots: readonly Slot[] }) {
  return (
    <Section title={title}>
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
          {slots.map(({ name, task, deployments }) => (
            <tr key={name}>
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
