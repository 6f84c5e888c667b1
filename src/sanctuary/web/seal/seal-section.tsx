import type { SanctuaryFacts } from '../../pure.ts';
import { LazyPart } from '../page/lazy-part.tsx';

const loadBench = () => import('./seal-bench.tsx').then(({ SealBench }) => SealBench);

/** Seals a text and shows the effect of one changed bit. */
export function SealSection({ disclaimer }: Pick<SanctuaryFacts, 'disclaimer'>) {
  return (
    <LazyPart name="SealBench" load={loadBench} props={{ disclaimer }}>
      <p className="quiet">
        This part needs scripts: your browser hashes a text, the service seals it, and your browser verifies the seal.
        Without scripts, <code>POST /api/legal/provenance-seal</code> seals a text, and the page of every seal says how
        to verify it with <code>openssl</code> and <code>sha256sum</code>.
      </p>
    </LazyPart>
  );
}
