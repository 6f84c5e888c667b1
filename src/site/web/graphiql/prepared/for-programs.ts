import type { PreparedTab } from './prepared-tab.ts';

/** Prepared GraphiQL operations for callers with the key of a customer, partner or agent. */
export const forPrograms: readonly PreparedTab[] = [
  {
    name: 'MyCustomer',
    about: 'Your spending this month and your limits.',
    needs: 'customer:self',
    query: `query MyCustomer {
  myCustomer {
    name
    plan
    thisMonth {
      month
      calls
      spentMicros
      reservedMicros
    }
    softCapMicros
    hardLimitMicros
    isPastSoftCap
  }
}
`,
  },
  {
    name: 'OwnProviderKeys',
    about: 'Your own provider keys, which your runs use instead of the keys of the service.',
    needs: 'own-provider-keys:manage',
    query: `query OwnProviderKeys {
  ownProviderKeys(first: 5) {
    totalCount
    nodes {
      provider
      hint
      failingSince
      failingReason
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  },
  {
    name: 'Webhooks',
    about: 'Webhooks that receive your events.',
    needs: 'own-webhooks:manage',
    query: `query Webhooks {
  webhooks(first: 5) {
    totalCount
    nodes {
      url
      state
      eventNames
      failingSince
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  },
  {
    name: 'Agents',
    about: 'Agents that act for you. They create requests but can’t approve them.',
    needs: 'own-agents:manage',
    query: `query Agents {
  agents(first: 5) {
    totalCount
    nodes {
      id
      name
      keys {
        hint
        revokedAt
      }
      disabledAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  },
  {
    name: 'MediaDesk',
    about: 'The image bank as a partner sees it.',
    needs: 'media-desk:read',
    query: `query MediaDesk {
  mediaDesk {
    partner {
      name
    }
    assets(first: 5) {
      nodes {
        title
        tags
        thumbnailUrl
      }
    }
  }
}
`,
  },
  {
    name: 'MyAgent',
    about: 'Your agent identity and the customer or person you act for.',
    needs: 'agent:self',
    query: `query MyAgent {
  myAgent {
    name
    owner
    disabledAt
  }
}
`,
  },
];
