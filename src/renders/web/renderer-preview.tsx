import { type DrawerFragment, WhoWouldDrawDocument } from '../../web/generated/renders/graphql.ts';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { atMost } from '../../web/kit/values.tsx';
import { capitalized, deploymentLabel } from './render-labels.ts';

const TASK = 'media/image';
const NOTHING_BESIDE = { task: TASK, needsTools: false, needsOutputSchema: false };

/** Who would draw a picture of this size as things stand, and for how much at the most: known before anything is asked. */
export function RendererPreview({ widthPx, heightPx }: { widthPx: number; heightPx: number }) {
  const images = { widthPx, heightPx, count: 1 };
  const query = useQueryOf(WhoWouldDrawDocument, {
    covered: { ...NOTHING_BESIDE, images: { ...images, isCovered: true } },
    uncovered: { ...NOTHING_BESIDE, images: { ...images, isCovered: false } },
  });
  return (
    <div className="renders-who" aria-live="polite">
      <QueryView query={query} rows={2}>
        {({ covered, uncovered }) =>
          sentenceOf(covered) === sentenceOf(uncovered) ? (
            <p>{sentenceOf(covered)}</p>
          ) : (
            <dl>
              <dt>Where the engine of this service can draw what is asked for</dt>
              <dd>{sentenceOf(covered)}</dd>
              <dt>Where it cannot</dt>
              <dd>{sentenceOf(uncovered)}</dd>
            </dl>
          )
        }
      </QueryView>
    </div>
  );
}

function sentenceOf({ decision, mostMicros, isHeld }: DrawerFragment): string {
  const { path, isSimulated, isPastSoftCap, refusal } = decision;
  if (refusal) return refusal.sentence;
  const [first, ...others] = path.map(deploymentLabel);
  return [
    `${first === path[0] ? first : capitalized(first!)} would draw it${others.length > 0 ? `, or if that fails ${others.join(', then ')}` : ''}.`,
    costOf(mostMicros),
    isSimulated && 'The sandbox would answer, and no model.',
    isPastSoftCap && 'The soft cap of who pays is passed.',
    isHeld && 'What comes is held until a person approves it.',
  ]
    .filter(Boolean)
    .join(' ');
}

function costOf(mostMicros: number | null | undefined): string {
  return mostMicros === 0 ? 'It costs nothing.' : `${atMost(mostMicros)}.`;
}
