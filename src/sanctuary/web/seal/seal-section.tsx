import type { SanctuaryFacts } from '../../pure.ts';
import { WhenNear } from '../page/when-near.tsx';

const loadBench = () => import('./seal-bench.tsx').then(({ SealBench }) => SealBench);

/** Hash it, have it sealed, and see what one changed bit does. */
export function SealSection({ disclaimer }: Pick<SanctuaryFacts, 'disclaimer'>) {
  return (
    <WhenNear load={loadBench} props={{ disclaimer }}>
      <p className="quiet">
        With scripts on, this is done here: a text is hashed in your browser, sealed by the service, and checked again
        in your browser against the signed seal. Without them, <code>POST /api/legal/provenance-seal</code> seals a
        text, and the page of every seal says how to check it with <code>openssl</code> and <code>sha256sum</code>.
      </p>
    </WhenNear>
  );
}
