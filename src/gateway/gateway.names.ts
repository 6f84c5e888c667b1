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
      title: 'Have answers kept for idempotency keys without a limit, as only the service itself does',
      roles: [],
    },
    'runs:read': { title: 'Read the log of runs', roles: OPERATORS },
    'runs:export': { title: 'Take the log of runs away as a file', roles: ['ADMIN', 'AUDITOR'] },
    'runs:erase': { title: 'Erase what is personal in the log of runs', roles: ['ADMIN'] },
    'own-runs:read': { title: 'Read the log of one’s own runs', roles: [...STAFF, 'CUSTOMER', 'AGENT'] },
  },
  problems: {
    NO_PROVIDER_AVAILABLE: {
      status: 503,
      title: 'No provider can take this at the moment',
      cause: 'Every model that the policy allows for this task was refused: no key, no connection, or too busy.',
      advice: 'Try again after a while. The routing decision names every candidate with the reason it was refused.',
    },
    PRICE_UNKNOWN: {
      status: 503,
      title: 'No price is known for this model at the moment',
      cause:
        'The customer has a hard limit, and the catalogue has no price in force for the model. The limit is not used up.',
      advice: 'Tell the operator of the service, who publishes a price. Nothing was spent.',
    },
    CONTEXT_LENGTH_EXCEEDED: {
      status: 422,
      title: 'The input is larger than the task takes',
      cause: 'No model that the policy allows for this task reads that much at once.',
      advice: 'Send less, or name a task with a wider window, such as those of case scanning.',
    },
    POLICY_INVALID: {
      status: 422,
      title: 'The routing policy cannot be published',
      cause: 'The routing policy contradicts itself or names what does not exist.',
      advice: 'Mend what the answer lists, each with its place, and publish again.',
    },
    OUTPUT_INVALID: {
      status: 502,
      title: 'The answer does not fit the schema that it was asked to fit',
      cause: 'The model was asked for an answer of a given schema and gave another, also when it was asked again.',
      advice: 'Try again, or ask for a simpler schema.',
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
