import type { PreparedTab } from './prepared-tab.ts';

/** Prepared GraphiQL operations that need no credential. */
export const forEveryone: readonly PreparedTab[] = [
  {
    name: 'Health',
    about: 'Health of the service and its connections.',
    needs: null,
    query: `query Health {
  health {
    status
    checkedAt
    connections {
      name
      ok
      required
      status
      latencyMs
    }
  }
}
`,
  },
  {
    name: 'PickAsset',
    about: 'Picks one picture by tags. Run it twice to see the rotation.',
    needs: null,
    query: `mutation PickAsset {
  pickAsset(input: { tags: ["winter"] }) {
    __typename
    ... on PickedAsset {
      matchedTags
      asset {
        id
        title
        file {
          url
        }
      }
    }
    ... on Problem {
      code
      message
    }
  }
}
`,
  },
  {
    name: 'SealText',
    about: 'Seals a text so that anyone can verify it. Set `disclaimerAcknowledged` to false to see the problem.',
    needs: null,
    query: `mutation SealText {
  sealText(
    input: {
      text: "Let it be printed."
      disclaimerAcknowledged: true
    }
  ) {
    __typename
    ... on SealedText {
      seal {
        id
        sha256
        sealedAt
        logIndex
        verificationUrl
      }
    }
    ... on Problem {
      code
      message
    }
  }
}
`,
  },
  {
    name: 'ExplainRoute',
    about: 'Explains which model a task would go to and why the others are rejected. Nothing is run.',
    needs: null,
    query: `query ExplainRoute {
  explainRoute(
    input: {
      task: "fast-execution/field-extraction"
      text: "Order 4711, three crates, Tuesday."
    }
  ) {
    inputTokens
    maxCostMicros
    isHeld
    decision {
      slot
      policyVersion
      candidates {
        deployment
        reason
        sentence
      }
    }
  }
}
`,
  },
  {
    name: 'RequestRender',
    about: 'Renders a picture and waits for it. The result lists the ignored words of the brief.',
    needs: null,
    query: `mutation RequestRender {
  requestRender(
    input: {
      prompt: "Snowy peaks at dawn in winter"
      width: 512
      height: 512
      saveToBank: false
      waitSeconds: 20
    }
  ) {
    __typename
    ... on RequestedRender {
      render {
        id
        status
        ignoredTerms
        note
        file {
          url
        }
      }
    }
    ... on Problem {
      code
      message
    }
  }
}
`,
  },
  {
    name: 'RunTask',
    about: 'Runs a task; the policy chooses the model. Without a key the answer is simulated and marked so.',
    needs: null,
    query: `mutation RunTask {
  runTask(
    input: {
      task: "fast-execution/field-extraction"
      messages: [
        {
          role: USER
          content: "Order 4711, Tuesday."
        }
      ]
    }
  ) {
    __typename
    ... on RanTask {
      answer {
        text
      }
      run {
        status
        model
        isSimulated
        costMicros
      }
    }
    ... on Problem {
      code
      message
    }
  }
}
`,
  },
  {
    name: 'FollowTask',
    about: 'Runs a task and streams its answer.',
    needs: null,
    query: `subscription FollowTask {
  taskRun(
    input: {
      task: "fast-execution/field-extraction"
      messages: [
        {
          role: USER
          content: "Order 4711, Tuesday."
        }
      ]
    }
  ) {
    __typename
    ... on TaskDelta {
      text
    }
    ... on TaskFailed {
      code
      message
    }
  }
}
`,
  },
  {
    name: 'Tasks',
    about: 'All tasks of the catalogue.',
    needs: null,
    query: `query Tasks {
  tasks {
    name
    title
    kind
    gates
    slot {
      name
    }
  }
}
`,
  },
  {
    name: 'Viewer',
    about: 'The caller of this request with its roles and permissions. Paste the admin token or a key under Headers.',
    needs: null,
    query: `query Viewer {
  viewer {
    kind
    name
    roles
    permissions
    credential {
      kind
    }
  }
}
`,
    headers: JSON.stringify({ Authorization: 'Bearer PASTE-ADMIN-TOKEN-OR-KEY' }, null, 2),
  },
];
