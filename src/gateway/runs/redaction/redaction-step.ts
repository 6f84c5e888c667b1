import { redactionOf } from '../../../models/index.ts';
import type { RedactionApi } from '../../../redaction/index.ts';
import type { AroundCalls, RunStep } from '../run-step.ts';
import { leavesService, RunRedaction } from './run-redaction.ts';

/** Redacts the request for every hosted model on the run's path, fallbacks included. Other models get the original. */
export function redactionStep({ namesOf }: Pick<RedactionApi, 'namesOf'>): RunStep {
  return {
    async beforeCalls({ account, request, routed: { decision, catalogue, task } }) {
      if (redactionOf(task) === 'NONE') return null;
      const leaves = catalogue.deployments.some((one) => decision.path.includes(one.id) && leavesService(one));
      return leaves ? aroundCalls(await RunRedaction.of(request, task, await namesOf(account.id))) : null;
    },
  };
}

function aroundCalls(redaction: RunRedaction): AroundCalls {
  const { prompt, counts, sentence } = redaction;
  return {
    prompt,
    redactions: counts,
    before: (request, deployment) =>
      leavesService(deployment) ? { request: { ...request, prompt }, warning: sentence } : { request, warning: null },
    after: (answer, deployment) => (leavesService(deployment) ? redaction.restoredAnswer(answer) : answer),
    afterStream: (stream, deployment) => (leavesService(deployment) ? redaction.restoredStream(stream) : stream),
  };
}
