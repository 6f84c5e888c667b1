import { type ReactNode, useMemo } from 'react';
import { ActorNamesDocument } from '../generated/frame/graphql.ts';
import { texts } from './texts.ts';
import { useQueryOf } from './use-query-of.ts';
import { Id } from './values.tsx';
import { useViewer } from './viewer.ts';
import { Visible } from './visible-text.tsx';

/** Maximum number of actor ids per lookup of names. */
const MAX_IDS = 100;

/** Display names by id of the actor. Actors without a name, and actors that the user isn't allowed to see, are missing. */
export type ActorNames = ReadonlyMap<string, string>;

/**
 * Looks up the current names of actors such as `operator:op_…`, `customer:cus_…` or `agent:agt_…`, for at most `MAX_IDS` ids.
 */
export function useActorNames(actors: readonly string[]): ActorNames {
  const ids = [...new Set(actors.flatMap((actor) => idOf(actor) ?? []))].sort().slice(0, MAX_IDS);
  const { data } = useQueryOf(ActorNamesDocument, { ids }, { pause: ids.length === 0 });
  return useMemo(
    () => new Map(data?.nodes.flatMap((node) => (node && 'name' in node ? [[node.id, node.name] as const] : []))),
    [data],
  );
}

/** Displays the name of an actor, or its identifier if the name is unknown. */
export function Actor({ actor, names }: { actor: string; names: ActorNames }) {
  return useNamed(actor, names) ?? <code>{actor}</code>;
}

/**
 * Display name of an actor: "you" for the user, "the admin token" for that token, otherwise the name in `names`. Null if
 * `names` doesn't contain the actor.
 */
function useNamed(actor: string, names: ActorNames): ReactNode {
  const viewer = useViewer();
  if (actor === viewer.actor) return texts.actor.you;
  if (actor === 'operator:admin') return texts.actor.adminToken;
  const name = names.get(idOf(actor) ?? '');
  return name === undefined ? null : <Visible text={name} />;
}

/**
 * Displays the name of one actor, or its identifier if the name is unknown. With `copies`, the identifier always appears, with
 * a button that copies it.
 */
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

/** Id within an actor identifier. Null for actors without an id, such as `operator:admin`. */
export function idOf(actor: string): string | null {
  const id = actor.slice(actor.indexOf(':') + 1);
  return id.includes('_') ? id : null;
}
