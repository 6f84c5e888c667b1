import { type Catalogue, searchesWeb, type TaskEntry, type TextDeployment } from '../../models/index.ts';

/** Tasks that can answer from the documents of a case. */
export const DOCUMENT_TASKS: readonly string[] = [
  'case-scanning/cited-retrieval',
  'case-scanning/wide-window',
  'case-scanning/fast-scan',
];

/** Task whose slot and rule serve requests with documents if the models of their own task search the web. */
const OFFLINE_ROUTE = 'case-scanning/fast-scan';

/**
 * Task whose slot and rule apply to a request with documents. A slot that only has models with a web search can't serve it,
 * because such a model would send the question, and what it learned from the documents, to a search engine.
 */
export function documentRouteOf({ slots, tasks, deployments }: Catalogue, task: TaskEntry): TaskEntry {
  const slot = slots.find(({ name }) => name === task.slot);
  const inSlot = slot ? [slot.preferred, ...slot.alternates] : [];
  const canServe = deployments.some((one) => inSlot.includes(one.id) && !searchesWeb(one));
  return canServe ? task : (tasks.find(({ name }) => name === OFFLINE_ROUTE) ?? task);
}

/** Deployments on the customers' own servers. */
export function localDeploymentsOf({ deployments }: Catalogue): readonly TextDeployment[] {
  return deployments.filter((one): one is TextDeployment => one.kind === 'TEXT' && one.dataClass === 'LOCAL_ONLY');
}
