import { useEffect, useState } from 'react';
import { RenderChangedDocument, type RenderRowFragment } from '../../web/generated/renders/graphql.ts';
import { LiveNotice } from '../../web/kit/states.tsx';
import { type LiveState, useLive } from '../../web/kit/use-live.ts';
import { isUnderWay } from './render-labels.ts';

/**
 * Maximum number of open subscriptions. With HTTP/1.1, a browser allows six connections per origin, and other requests need some
 * of them.
 */
const MAX_SUBSCRIPTIONS = 3;

/**
 * Subscribes to changes of the oldest unfinished renders of a list. The oldest renders usually end first, and each change reloads
 * the whole list.
 */
export function LiveRenders({ renders, onChange }: { renders: readonly RenderRowFragment[]; onChange(): void }) {
  const [states, setStates] = useState<Readonly<Record<string, LiveState>>>({});
  const followed = renders
    .filter(({ status }) => isUnderWay(status))
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
    .slice(0, MAX_SUBSCRIPTIONS);
  const isAway = followed.some(({ id }) => states[id] === 'AWAY');
  return (
    <>
      {followed.map(({ id, version }) => (
        <LiveRender
          key={id}
          id={id}
          version={version}
          onChange={onChange}
          onStateChange={(state) => setStates((before) => ({ ...before, [id]: state }))}
        />
      ))}
      <LiveNotice state={isAway ? 'AWAY' : 'LIVE'} />
    </>
  );
}

function LiveRender({
  id,
  version,
  onChange,
  onStateChange,
}: {
  id: string;
  /** Version of the render that the list displays. */
  version: number;
  onChange(): void;
  onStateChange(state: LiveState): void;
}) {
  const state = useLive(RenderChangedDocument, { id }, ({ renderProgress }) => {
    if (renderProgress.version > version) onChange();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per state
  useEffect(() => onStateChange(state), [state]);
  return null;
}
