import type { PreparedTab } from './prepared-tab.ts';

/** What customers may run by their key, and partners and agents by theirs. */
export const forPrograms: readonly PreparedTab[] = [
  {
    name: 'MyCustomer',
    about: 'What you have spent this month, and what you may.',
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
    about: 'Keys of your own that your runs use instead of ours.',
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
    about: 'Where you are told what happens.',
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
    about: 'Machines that act for you. They ask, and never approve.',
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
    about: 'The bank as a partner sees it.',
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
    about: 'Who you are as an agent, and for whom you act.',
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
