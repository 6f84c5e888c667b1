import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const gatewayNames = registerNames({
  ids: {
    run: { prefix: 'run', node: 'Run' },
    attempt: { prefix: 'att' },
    reasoning: { prefix: 'rsn' },
    routingPolicy: { prefix: 'rpv', node: 'RoutingPolicy' },
  },
  permissions: {
    'routing:read': { title: 'Read the routing policy and its earlier versions', roles: OPERATORS },
    'routing:publish': { title: 'Publish a routing policy', roles: ['ADMIN'] },
    'tasks:run': { title: 'Run tasks', roles: ['ADMIN', 'EDITOR', 'INTEGRATION', 'CUSTOMER', 'AGENT'] },
    'idempotency:unmetered': {
      title: 'Store answers for idempotency keys without a limit (internal)',
      roles: [],
    },
    'runs:read': { title: 'Read runs', roles: OPERATORS },
    'runs:export': { title: 'Export runs as a file', roles: ['ADMIN', 'AUDITOR'] },
    'runs:erase': { title: 'Erase personal data in runs', roles: ['ADMIN'] },
    'own-runs:read': { title: 'Read your own runs', roles: [...STAFF, 'CUSTOMER', 'AGENT'] },
  },
  problems: {
    NO_PROVIDER_AVAILABLE: {
      status: 503,
      title: 'No provider is available',
      cause:
        'No deployment that the policy allows for this task can be called now. For example, each has no key, is paused after failures, or limits the rate of requests.',
      advice:
        'Retry later. The GraphQL query `explainRoute` lists the deployments of the task, each with the reason why it can’t be called.',
    },
    PRICE_UNKNOWN: {
      status: 503,
      title: 'The price of this model is unknown',
      cause:
        'The account has a hard limit, and the catalogue has no current price for the model. The limit is not used up.',
      advice: 'Ask an operator of the service to publish the model’s price. Nothing was spent.',
    },
    CONTEXT_LENGTH_EXCEEDED: {
      status: 422,
      title: 'The request is too long for the models of the task',
      cause: 'The input, or the input and the maximum output together, are longer than the models of the task allow.',
      advice:
        'Shorten the input, lower the maximum output tokens, or use a task with a larger context length, such as those of the cluster `case-scanning`.',
    },
    POLICY_INVALID: {
      status: 422,
      title: 'The routing policy cannot be published',
      cause:
        'The routing policy has invalid values, leaves out a task, or names a task or deployment that does not exist or does not fit.',
      advice: 'Correct every value listed in `faults`, each with its JSON pointer, and publish again.',
    },
    OUTPUT_INVALID: {
      status: 502,
      title: 'The answer does not fit the requested schema',
      cause:
        'The model’s answer does not fit the requested schema, and no repair attempt succeeded. The routing policy decides if answers are repaired.',
      advice: 'Retry, or request an answer with a simpler JSON Schema.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    gateway: typeof gatewayNames;
  }
}

declare module '../platform/held-changes/held-changes.ts' {
  interface HeldChangeKinds {
    ROUTING_POLICY: true;
  }
}
