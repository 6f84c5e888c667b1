/** One tab as GraphiQL opens it. `headers` is the JSON text of the headers editor. */
interface SampleTab {
  query: string;
  headers?: string;
}

const bearer = (secret: string) => JSON.stringify({ Authorization: `Bearer ${secret}` }, null, 2);

/**
 * The tabs a first visitor finds. Later visits open what was left there, not these.
 * GraphiQL names a tab after its operation, so operation names are what people read. Lines stay under 48 characters:
 * that is what the editor shows of them on a laptop.
 */
export const defaultTabs: SampleTab[] = [
  {
    query: `# Is everything up?
# Needs nothing. Run it with Ctrl-Enter.

query Health {
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
    query: `# Picks one fitting picture by its tags.
# Needs nothing. Run it twice: picks rotate.

mutation PickAsset {
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
    query: `# Seals a text so that anyone can check it.
# Needs the disclaimer acknowledged: try false.

mutation SealText {
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
    query: `# Lists the newest pictures of the image bank.
# Needs the operator token under Headers; it is
# in the file DATA_DIR/secrets/admin-token.

query Assets {
  assets(first: 5) {
    nodes {
      id
      title
      tags
      thumbnailUrl
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    headers: bearer('PASTE-THE-OPERATOR-TOKEN-HERE'),
  },
  {
    query: `# Draws a picture, and waits for it.
# Needs the secret of the integrations under
# Headers; it is in the file
# DATA_DIR/secrets/integrations-inbound-secret.

mutation RequestRender {
  requestRender(
    input: {
      prompt: "Snowy peaks at dawn in winter"
      title: "Winter light"
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
        asset {
          id
          alt
          tags
          file {
            url
          }
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
    headers: bearer('PASTE-THE-INTEGRATIONS-SECRET-HERE'),
  },
];
