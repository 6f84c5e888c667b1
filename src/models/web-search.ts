import { type DeploymentEntry, ProviderName } from './catalogue.ts';

/** True if the deployment searches the web with the text of a request. All models of Perplexity do, in every call. */
export const searchesWeb = ({ provider }: Pick<DeploymentEntry, 'provider'>): boolean =>
  provider === ProviderName.PERPLEXITY;
