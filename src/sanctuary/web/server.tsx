import { renderToString } from 'react-dom/server';
import type { SanctuaryBundle } from '../pure.ts';
import { Sanctuary } from './page/sanctuary.tsx';
import { verdictOf } from './playground/verdict.ts';
import * as state from './state.ts';

export const canonicalSearch: SanctuaryBundle['canonicalSearch'] = (search, facts) =>
  state.searchOf(state.stateOf(search, facts), facts);

export const explainInput: SanctuaryBundle['explainInput'] = (search, facts) =>
  state.explainInput(state.stateOf(search, facts), facts);

/** The title says where the task goes, so that a link that is sent to somebody says it, too. */
export const write: SanctuaryBundle['write'] = (data) => {
  const { title, why } = verdictOf(data.explanation);
  return {
    title: data.search === '' ? 'Developer sanctuary · Imprimatur' : `${title} · Imprimatur`,
    description: data.search === '' ? 'See where a task would go and why, run it, seal it. No key is needed.' : why,
    body: renderToString(<Sanctuary data={data} />),
  };
};
