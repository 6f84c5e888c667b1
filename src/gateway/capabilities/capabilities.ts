import type { Catalogue } from '../../models/index.ts';
import { OPEN_GATES } from '../routing/index.ts';

export const CapabilityStatus = { AVAILABLE: 'AVAILABLE', ROADMAP: 'ROADMAP' } as const;
export type CapabilityStatus = (typeof CapabilityStatus)[keyof typeof CapabilityStatus];

export interface Capability {
  /** Stable name. Its meaning never changes. */
  readonly name: string;
  readonly status: CapabilityStatus;
  readonly description: string;
  /** Version of the service that introduced the capability. Null if it isn't available yet. */
  readonly since: string | null;
  /** Workaround until the capability is available. Null if it is available. */
  readonly workaround: string | null;
}

const available = (name: string, since: string, description: string): Capability => {
  return { name, status: 'AVAILABLE', description, since, workaround: null };
};
const roadmap = (name: string, description: string, workaround: string): Capability => {
  return { name, status: 'ROADMAP', description, since: null, workaround };
};

/** Capabilities of every installation, available and planned. */
const CAPABILITIES: readonly Capability[] = [
  available(
    'task-routing',
    '0.1.0',
    'Requests name a task, never a model. One versioned policy chooses the deployment, and `explainRoute` explains the choice without a call.',
  ),
  available('chat-completions', '0.1.0', 'OpenAI’s `/v1/chat/completions`, streamed or whole, with tasks as models.'),
  available('responses', '0.1.0', 'OpenAI’s `/v1/responses`, stateless, with streamed events.'),
  available('models-list', '0.1.0', '`/v1/models` lists the tasks.'),
  available(
    'caller-tools',
    '0.1.0',
    'The caller’s tools are passed to the model, and the model’s tool calls to the caller.',
  ),
  available(
    'image-task',
    '0.1.0',
    'Pictures by the task `media/image`, with the same keys, budgets and log. Without a provider key, the engine of the service draws.',
  ),
  available('structured-output', '0.1.0', 'Answers are checked against the requested JSON schema.'),
  available(
    'soft-cap',
    '0.1.0',
    'Once the soft cap is reached, calls still run, first at the deployments that the policy names for this case, and the answers say so.',
  ),
  available('hard-limit', '0.1.0', 'A call that could exceed the hard limit is refused before a provider is called.'),
  available(
    'approval-gate',
    '0.1.0',
    'The output of a task with the gate APPROVAL is held, bound to its digest, until a person approves it. `/v1` answers 403 `held_for_approval`; after approval, `GET /v1/runs/{id}` returns the output.',
  ),
  available(
    'publish-gate',
    '0.1.0',
    'An agent’s write to a CRM, e-mail or message waits for a person’s approval, bound to its digest. After approval, the requester fetches the action with a permit, once.',
  ),
  available(
    'redaction',
    '0.1.0',
    'Data with a known format or check digits, and names from your list, are redacted before a request goes to a hosted model, if the task asks for it. `redactText` redacts without a model.',
  ),
  available(
    'mcp',
    '0.1.0',
    'Model Context Protocol over Streamable HTTP at `/mcp`, with an agent’s key: pictures, tasks, seals and publish requests.',
  ),
  roadmap(
    'organisation-keys',
    'Provider keys of an organisation, shared by its customers.',
    'Set a key for each customer by `setProviderKey`. Requires the plan PRO or higher.',
  ),
  roadmap(
    'tool-execution',
    'Tools that the service executes when a model calls them.',
    'Send your own tools. Their calls are passed to you, and you send back the results.',
  ),
  roadmap(
    'outward-execution',
    'External tools that the service executes after approval.',
    'File a request by `createPublishRequest`, fetch the approved action by `fetchPermit`, and execute it with your own program.',
  ),
  roadmap(
    'own-document-retrieval',
    'Answers from uploaded documents, with references to passages.',
    'Send the documents with the question to `case-scanning/wide-window` or `case-scanning/fast-scan`.',
  ),
];

/**
 * `CAPABILITIES`, plus the sandbox if it is on, and one planned capability for each task with a gate that can't be opened yet.
 */
export function capabilitiesOf({ tasks }: Catalogue, isSandboxOn: boolean): Capability[] {
  const gated = tasks
    .filter(({ gates }) => gates.some((gate) => !OPEN_GATES.includes(gate)))
    .map(({ name, gates }) =>
      roadmap(
        `task:${name}`,
        `The task ${name} has the gate ${gates.join(', ')}, which can’t be opened yet.`,
        'Use `deep-reasoning/evidence-chain` or `deep-reasoning/long-reasoning`, and let a person review the answer.',
      ),
    );
  const sandbox = available(
    'sandbox',
    '0.1.0',
    'If the providers of a task have no key, the sandbox returns a simulated answer, marked as such.',
  );
  return [...(isSandboxOn ? [sandbox] : []), ...CAPABILITIES, ...gated];
}
