import type { PreparedTab } from './prepared-tab.ts';

/** Prepared GraphiQL operations for operators, with the permission that each needs. */
export const forOperators: readonly PreparedTab[] = [
  {
    name: 'Assets',
    about: 'Newest pictures of the image bank.',
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
    about: 'Tags of the image bank, most used first.',
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
    about: 'Renders, with the ignored terms of each brief.',
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
    about: 'Pending approvals, and the reason if you can’t decide one.',
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
    about: 'Number of pending approvals, sent again when it changes. Stop it with the button.',
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
    about: 'Approvals with their status.',
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
    about: 'Publish requests with their status.',
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
    about: 'Runs with model, duration and cost.',
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
    about: 'Spending by task.',
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
    about: 'Versions of the routing policy, newest first.',
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
    about: 'Deployments with provider, model and context window.',
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
    about: 'Entries of the audit trail, newest first.',
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
    about: 'Newest entry of the hash chain of the audit trail.',
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
    about: 'Seals, newest first.',
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
    about: 'Customers with their spending and limits.',
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
    about: 'Partners that read the image bank through a link. The links themselves aren’t stored.',
    needs: 'partners:manage',
    query: `query Partners {
  partners(first: 5) {
    totalCount
    nodes {
      id
      name
      links {
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
    about: 'Operators of the service.',
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
    about: 'Provider keys of the service. Their secrets are never shown again.',
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
    about: 'Settings that can be changed at run time, with the source of each value.',
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
    about: 'Your sessions.',
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
