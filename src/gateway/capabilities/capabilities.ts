import type { Catalogue } from '../../models/index.ts';
import { OPEN_GATES } from '../routing/index.ts';

export const CapabilityStatus = { AVAILABLE: 'AVAILABLE', ROADMAP: 'ROADMAP' } as const;
export type CapabilityStatus = (typeof CapabilityStatus)[keyof typeof CapabilityStatus];

export interface Capability {
  /** Never changes its meaning. */
  readonly name: string;
  readonly status: CapabilityStatus;
  readonly description: string;
  /** The version of the service that it came with; null where it has not come yet. */
  readonly since: string | null;
  /** What to do until it is there; null where it is. */
  readonly meanwhile: string | null;
}

const available = (name: string, since: string, description: string): Capability => {
  return { name, status: 'AVAILABLE', description, since, meanwhile: null };
};
const roadmap = (name: string, description: string, meanwhile: string): Capability => {
  return { name, status: 'ROADMAP', description, since: null, meanwhile };
};

/** What can be done here and what is planned, the same for everybody. What is planned answers CAPABILITY_NOT_AVAILABLE until it is there. */
const CAPABILITIES: readonly Capability[] = [
  available(
    'task-routing',
    '0.1.0',
    'A request names a task, never a model. One versioned policy decides where it goes, and `explainRoute` says why without a call.',
  ),
  available('chat-completions', '0.1.0', 'OpenAI’s `/v1/chat/completions`, streamed and whole, with tasks as models.'),
  available('responses', '0.1.0', 'OpenAI’s `/v1/responses`, stateless, with streamed events.'),
  available('models-list', '0.1.0', '`/v1/models` lists the tasks.'),
  available(
    'caller-tools',
    '0.1.0',
    'Tools that the caller brings are passed on to the model, and its calls of them back to the caller.',
  ),
  available(
    'image-task',
    '0.1.0',
    'Pictures as the task `media/image`, with the same keys, money and log; without a key the engine of the service draws.',
  ),
  available('structured-output', '0.1.0', 'An answer that was asked to fit a JSON schema is checked against it.'),
  available('soft-cap', '0.1.0', 'Beyond it a call still runs, at the cheaper deployment of its slot, and says so.'),
  available('hard-limit', '0.1.0', 'What could pass it is refused before anybody is called.'),
  available(
    'approval-gate',
    '0.1.0',
    'What a task behind the gate APPROVAL says is held, bound to its digest, until a person approves it. `/v1` answers 403 `held_for_approval`, and `GET /v1/runs/{id}` has it from then on.',
  ),
  available(
    'publish-gate',
    '0.1.0',
    'What a machine wants to write to a CRM, by e-mail or as a message is asked of people, bound to its digest. Once it is approved, who asked fetches it with a permit, once.',
  ),
  available(
    'redaction',
    '0.1.0',
    'What has a form or check digits of its own, and names of your list, is taken out of a request before a hosted model is sent it, where the task says so; `redactText` does it without a model.',
  ),
  available(
    'mcp',
    '0.1.0',
    'The Model Context Protocol over Streamable HTTP at `/mcp`, with the key of an agent: pictures, tasks, seals, and requests to publish, which are only filed.',
  ),
  roadmap(
    'organisation-keys',
    'Provider keys of an organisation, shared by its customers.',
    'Set a key for each customer: `setProviderKey`, from the plan PRO on.',
  ),
  roadmap(
    'tool-execution',
    'Tools that the service runs by itself when a model calls them.',
    'Bring your own tools: their calls are passed to you, and you send back what came of them.',
  ),
  roadmap(
    'outward-execution',
    'Tools outside that the service uses by itself once people have approved it.',
    'Ask by `filePublishRequest`, fetch what was approved by `fetchPermit`, and let an executor of your own do it.',
  ),
  roadmap(
    'own-document-retrieval',
    'Answers from documents that were handed in before, with their places.',
    'Send the documents along with the question to `case-scanning/wide-window` or `case-scanning/fast-scan`.',
  ),
];

/** With a line for each task that stands behind a gate which nobody can open. */
export function capabilitiesOf({ tasks }: Catalogue, isSandboxOn: boolean): Capability[] {
  const gated = tasks
    .filter(({ gates }) => gates.some((gate) => !OPEN_GATES.includes(gate)))
    .map(({ name, gates }) =>
      roadmap(
        `task:${name}`,
        `The task ${name} stands behind the gate ${gates.join(', ')}, which nobody can open yet.`,
        'Use `deep-reasoning/evidence-chain` or `deep-reasoning/long-reasoning`, and have a person read the answer.',
      ),
    );
  const sandbox = available(
    'sandbox',
    '0.1.0',
    'Where a task’s providers have no key, a simulated answer comes in their place, and says that it is one.',
  );
  return [...(isSandboxOn ? [sandbox] : []), ...CAPABILITIES, ...gated];
}
