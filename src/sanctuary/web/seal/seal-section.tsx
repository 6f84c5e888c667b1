import type { SanctuaryFacts } from '../../pure.ts';
import { LazyPart } from '../page/lazy-part.tsx';
import { texts } from '../texts.ts';

const loadBench = () => import('./seal-bench.tsx').then(({ SealBench }) => SealBench);

/** Section of the page that seals a text and shows the effect of one changed bit. */
export function SealSection({ disclaimer }: Pick<SanctuaryFacts, 'disclaimer'>) {
  return (
    <LazyPart name="SealBench" load={loadBench} props={{ disclaimer }}>
      <p className="quiet">
        {texts.seal.needsScripts(
          <code>POST /api/legal/provenance-seal</code>,
          <code>openssl</code>,
          <code>sha256sum</code>,
        )}
      </p>
    </LazyPart>
  );
}
