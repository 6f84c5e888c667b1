import type { PreparedTab } from './prepared-tab.ts';

/** What whoever comes by may run, without a credential. */
export const forEveryone: readonly PreparedTab[] = [
  {
    name: 'Health',
    about: 'Is everything up?',
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
    about: 'Picks one fitting picture by its tags. Run it twice: picks rotate.',
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
    about: 'Seals a text so that anyone can check it. The disclaimer has to be acknowledged: try false.',
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
    about: 'Which model would take a task, and why none of the others. Nothing is run.',
    needs: null,
    query: `query ExplainRoute {
  explainRoute(
    input: {
      task: "fast-execution/field-extraction"
      text: "Order 4711, three crates, Tuesday."
    }
  ) {
    inputTokens
    mostMicros
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
    about: 'Draws a picture, and waits for it. What of the brief could not be drawn is said.',
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
    about: 'Runs a task by its name; the policy chooses the model. Without a key the answer is simulated, and says so.',
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
    about: 'The same task as it answers, part by part.',
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
    about: 'What can be run, by name.',
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
    about:
      'Who the service takes you for. With the admin token or a key under Headers: whose it is and what it allows.',
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
