import { useEffect, useState } from 'react';
import { RenderChangedDocument, type RenderRowFragment } from '../../web/generated/renders/graphql.ts';
import { LiveNotice } from '../../web/kit/states.tsx';
import { type LiveState, useLive } from '../../web/kit/use-live.ts';
import { isUnderWay } from './render-labels.ts';

/** Each is a connection that stays open, of which a browser has six to one place: the others are for what is done meanwhile. */
const MAX_SUBSCRIPTIONS = 3;

/**
 * Hears of the renders of a list that go on, those asked for first before the others: they are the first to change, and with
 * each change the whole list is asked again.
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
  /** Of what is shown. */
  version: number;
  onChange(): void;
  onStateChange(state: LiveState): void;
}) {
  const state = useLive(RenderChangedDocument, { id }, ({ renderProgress }) => {
    if (renderProgress.version > version) onChange();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each state
  useEffect(() => onStateChange(state), [state]);
  return null;
}
