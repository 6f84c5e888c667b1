import { LazyPart } from '../page/lazy-part.tsx';
import { texts } from '../texts.ts';

const loadBench = () => import('./citation-bench.tsx').then(({ CitationBench }) => CitationBench);

/** Section of the page that checks the quotations of a text against a sample case. */
export function CitationSection() {
  return (
    <LazyPart name="CitationBench" load={loadBench} props={{}} isReadable>
      <p className="quiet">{texts.citations.needsScripts}</p>
    </LazyPart>
  );
}
