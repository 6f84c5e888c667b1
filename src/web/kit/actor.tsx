import { type ReactNode, useMemo } from 'react';
import { ActorNamesDocument } from '../generated/frame/graphql.ts';
import { useQueryOf } from './use-query-of.ts';
import { Id } from './values.tsx';
import { useViewer } from './viewer.ts';
import { Visible } from './visible-text.tsx';

/** As many as the service looks up at once. */
const MOST = 100;

/** Names by id, of those whom who looks may see. */
export type ActorNames = ReadonlyMap<string, string>;

/** The names that actors of records have now: `operator:op_…`, `customer:cus_…`, `agent:agt_…`. */
export function useActorNames(actors: readonly string[]): ActorNames {
  const ids = [...new Set(actors.flatMap((actor) => idOf(actor) ?? []))].sort().slice(0, MOST);
  const { data } = useQueryOf(ActorNamesDocument, { ids }, { pause: ids.length === 0 });
  return useMemo(
    () => new Map(data?.nodes.flatMap((node) => (node && 'name' in node ? [[node.id, node.name] as const] : []))),
    [data],
  );
}

/** Whom a record names, by their name where it is known. */
export function Actor({ actor, names }: { actor: string; names: ActorNames }) {
  return useNamed(actor, names) ?? <code>{actor}</code>;
}

/** Null for whom nobody has named, or who looks may not know. */
function useNamed(actor: string, names: ActorNames): ReactNode {
  const viewer = useViewer();
  if (actor === viewer.actor) return 'you';
  if (actor === 'operator:admin') return 'the admin token';
  const name = names.get(idOf(actor) ?? '');
  return name === undefined ? null : <Visible text={name} />;
}

/** One alone, by name. `copies`: with what stands in the record, which is what counts. */
export function ActorName({ actor, copies = false }: { actor: string; copies?: boolean }) {
  const name = useNamed(actor, useActorNames([actor]));
  if (!copies) return name ?? <code>{actor}</code>;
  return (
    <>
      {name !== null && <>{name} </>}
      <Id value={actor} copies />
    </>
  );
}

/** Of an actor that is a thing of the service. */
export function idOf(actor: string): string | null {
  const id = actor.slice(actor.indexOf(':') + 1);
  return id.includes('_') ? id : null;
}
