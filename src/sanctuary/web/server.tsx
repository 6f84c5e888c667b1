import { renderToString } from 'react-dom/server';
import type { SanctuaryBundle } from '../pure.ts';
import { CitationBench } from './citations/citation-bench.tsx';
import { GatePlay } from './gate/gate-play.tsx';
import { ServerParts } from './page/lazy-part.tsx';
import { Sanctuary } from './page/sanctuary.tsx';
import { PictureBench } from './picture/picture-bench.tsx';
import { summarizeRoute } from './playground/route-summary.ts';
import { RunBench } from './run/run-bench.tsx';
import { SealBench } from './seal/seal-bench.tsx';
import * as state from './state.ts';
import { texts } from './texts.ts';

const PARTS = { CitationBench, GatePlay, PictureBench, RunBench, SealBench };

export const canonicalSearch: SanctuaryBundle['canonicalSearch'] = (search, facts) =>
  state.searchOf(state.stateOf(search, facts), facts);

export const explainInput: SanctuaryBundle['explainInput'] = (search, facts) =>
  state.explainInput(state.stateOf(search, facts), facts);

/**
 * Renders the page. If the address has settings of the playground, the title contains the routing result, so that previews of
 * shared links show it.
 */
export const write: SanctuaryBundle['write'] = (data) => {
  const { title, why } = summarizeRoute(data.explanation);
  return {
    title: data.search === '' ? texts.page.title : texts.page.routeTitle(title),
    description: data.search === '' ? texts.page.description : why,
    body: renderToString(
      <ServerParts value={PARTS}>
        <Sanctuary data={data} />
      </ServerParts>,
    ),
  };
};
