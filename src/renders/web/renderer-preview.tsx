import { type RendererFieldsFragment, RendererPreviewDocument } from '../../web/generated/renders/graphql.ts';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { atMost } from '../../web/kit/values.tsx';
import { capitalized, deploymentLabel } from './render-labels.ts';
import { texts } from './texts.ts';

const TASK = 'media/image';
const NOTHING_BESIDE = { task: TASK, needsTools: false, needsOutputSchema: false };

/** Model or engine that is expected to draw a picture of this size, and the maximum cost. */
export function RendererPreview({ widthPx, heightPx }: { widthPx: number; heightPx: number }) {
  const images = { widthPx, heightPx, count: 1 };
  const query = useQueryOf(RendererPreviewDocument, {
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
              <dt>{texts.preview.covered}</dt>
              <dd>{sentenceOf(covered)}</dd>
              <dt>{texts.preview.uncovered}</dt>
              <dd>{sentenceOf(uncovered)}</dd>
            </dl>
          )
        }
      </QueryView>
    </div>
  );
}

function sentenceOf({ decision, maxCostMicros, isHeld }: RendererFieldsFragment): string {
  const { path, isSimulated, isPastSoftCap, refusal } = decision;
  if (refusal) return refusal.sentence;
  const [first, ...others] = path.map(deploymentLabel);
  return [
    texts.preview.renderer(first === path[0] ? first! : capitalized(first!), others),
    costOf(maxCostMicros),
    isSimulated && texts.preview.sandbox,
    isPastSoftCap && texts.preview.pastSoftCap,
    isHeld && texts.preview.held,
  ]
    .filter(Boolean)
    .join(' ');
}

function costOf(maxCostMicros: number | null | undefined): string {
  return maxCostMicros === 0 ? texts.preview.free : `${atMost(maxCostMicros)}.`;
}
