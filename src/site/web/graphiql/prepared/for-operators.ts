import type { PreparedTab } from './prepared-tab.ts';

/** What people who run the service may run, each by what their roles allow. */
export const forOperators: readonly PreparedTab[] = [
  {
    name: 'Assets',
    about: 'The newest pictures of the image bank.',
    needs: 'assets:list',
    query: `query Assets {
  assets(first: 5) {
    totalCount
    nodes {
      id
      title
      tags
      status
      thumbnailUrl
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
    name: 'Tags',
    about: 'The tags of the bank, those of the most pictures first.',
    needs: 'assets:read',
    query: `query Tags {
  tags(
    first: 10
    orderBy: { field: ASSET_COUNT }
  ) {
    totalCount
    nodes {
      label
      assetCount
      aliases {
        label
      }
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
    name: 'Renders',
    about: 'Which pictures were drawn, and what of each brief was understood.',
    needs: 'renders:read',
    query: `query Renders {
  renders(first: 5) {
    totalCount
    nodes {
      id
      status
      prompt
      ignoredTerms
      note
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
    name: 'ApprovalInbox',
    about: 'What waits for you, and what hinders you where you may not decide it.',
    needs: 'approvals:decide',
    query: `query ApprovalInbox {
  approvalInbox(first: 5) {
    totalCount
    nodes {
      id
      title
      subjectKind
      state
      expiresAt
      obstacle
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
    name: 'WatchInbox',
    about: 'How much waits, told again when it changes. End it with the button.',
    needs: 'approvals:decide',
    query: `subscription WatchInbox {
  approvalInboxChanged {
    total
    dueWithinADay
  }
}
`,
  },
  {
    name: 'Approvals',
    about: 'What was held for approval, and what became of it.',
    needs: 'own-approvals:manage',
    query: `query Approvals {
  approvals(first: 5) {
    totalCount
    nodes {
      id
      title
      state
      quorum
      decidedAt
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
    name: 'PublishRequests',
    about: 'What is to leave the house, and whether it may.',
    needs: 'own-publishing:read',
    query: `query PublishRequests {
  publishRequests(first: 5) {
    totalCount
    nodes {
      id
      tool
      state
      execution {
        status
      }
      createdAt
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
    name: 'Runs',
    about: 'The log of runs: which model answered, how long it took, what it cost.',
    needs: 'own-runs:read',
    query: `query Runs {
  runs(first: 5) {
    totalCount
    nodes {
      id
      task
      status
      model
      durationMs
      costMicros
      isSimulated
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
    name: 'Usage',
    about: 'What was spent, by task.',
    needs: 'own-runs:read',
    query: `query Usage {
  usage(groupBy: TASK) {
    group
    runs
    costMicros
    chargedMicros
    runsOfUnknownCost
  }
}
`,
  },
  {
    name: 'RoutingPolicies',
    about: 'The versions of the routing policy, the newest first.',
    needs: 'routing:read',
    query: `query RoutingPolicies {
  routingPolicies(first: 5) {
    totalCount
    nodes {
      number
      publishedAt
      publishedBy
      reason
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
    name: 'Deployments',
    about: 'The models that there are, with their prices.',
    needs: 'models:read-prices',
    query: `query Deployments {
  deployments {
    name
    provider
    model
    kind
    contextWindow
  }
}
`,
  },
  {
    name: 'AuditTrail',
    about: 'Who did what, the newest first.',
    needs: 'audit:read',
    query: `query AuditTrail {
  auditTrail(first: 5) {
    totalCount
    nodes {
      happenedAt
      actor
      action
      outcome
      subjectIds
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
    name: 'ChainHead',
    about: 'The newest entry of the chain that holds the audit trail together.',
    needs: 'chain:read',
    query: `query ChainHead {
  chainHead {
    seq
    kind
    hash
    recordedAt
    anchoredAt
  }
}
`,
  },
  {
    name: 'Seals',
    about: 'What was sealed, the newest first.',
    needs: 'seals:list',
    query: `query Seals {
  seals(first: 5) {
    totalCount
    nodes {
      id
      subject
      status
      sealedAt
      verificationUrl
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
    name: 'Customers',
    about: 'Customers, what they spend and what they may.',
    needs: 'customers:read',
    query: `query Customers {
  customers(first: 5) {
    totalCount
    nodes {
      id
      name
      plan
      thisMonth {
        calls
        spentMicros
      }
      softCapMicros
      hardLimitMicros
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
    name: 'Partners',
    about: 'Who reads the bank through a link. The links themselves are kept nowhere.',
    needs: 'partners:manage',
    query: `query Partners {
  partners(first: 5) {
    totalCount
    nodes {
      id
      name
      tokens {
        hint
        expiresAt
        revokedAt
        lastUsedAt
      }
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
    name: 'Operators',
    about: 'The people who run the service.',
    needs: 'operators:read',
    query: `query Operators {
  operators(first: 5) {
    totalCount
    nodes {
      name
      email
      roles
      lastSeenAt
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
    name: 'ProviderKeys',
    about: 'The keys by which models are reached. They are never shown again.',
    needs: 'provider-keys:manage',
    query: `query ProviderKeys {
  providerKeys(first: 5) {
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
    name: 'Settings',
    about: 'What can be changed while the service runs, and where each value comes from.',
    needs: 'settings:read',
    query: `query Settings {
  settings {
    name
    section
    description
    origin
  }
}
`,
  },
  {
    name: 'MySessions',
    about: 'Where you have signed in.',
    needs: 'own-account:manage',
    query: `query MySessions {
  mySessions {
    browser
    createdAt
    lastSeenAt
    isCurrent
  }
}
`,
  },
];
