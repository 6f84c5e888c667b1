import type { ReactNode } from 'react';
import { plural } from '../../platform/text/plural.ts';
import { rich } from '../../web/kit/rich.ts';

/** Texts of the developer sanctuary. */
export const texts = {
  page: {
    product: 'Imprimatur',
    title: 'Developer sanctuary · Imprimatur',
    routeTitle: (route: string) => `${route} · Imprimatur`,
    description: 'Route a task and see why, run it, seal a text. No key needed.',
    skip: 'Skip to content',
    sections: 'Sections',
    eyebrow: 'Developer sanctuary · frontier AI gateway',
    heading: 'Pick a task. See which model it goes to.',
    lede: 'You request a task, never a model. One policy picks the model, falls back when a provider is down or a budget is spent, and gives its reasons. This page shows the live policy.',
    motto: (name: ReactNode) => rich`${name} let it be printed.`,
    mottoName: 'Imprimatur:',
    version: (version: string) =>
      `Version ${version}. This page sends requests only to this service and sets no cookies.`,
    partFailed: 'This part of the page didn’t load.',
    loadAgain: 'Load it again',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'Copy by hand',
  },
  nav: {
    route: 'Route',
    call: 'Call',
    seal: 'Seal',
    gate: 'Gate',
    citations: 'Citations',
    pictures: 'Pictures',
    health: 'Health',
    errors: 'Errors',
    links: 'Links',
  },
  sections: {
    call: {
      title: 'Call the task',
      lede: 'Send a prompt to the task you picked. If no provider of the task has a key and the sandbox is on, the sandbox answers, and the answer is marked as simulated.',
    },
    seal: {
      title: 'Seal a text',
      lede: 'A seal is a signed statement about exact bytes, recorded in a public, append-only log. If one bit changes, the seal no longer matches.',
    },
    gate: {
      title: 'Approve external actions',
      lede: 'External actions wait until a person approves them. Try to bypass the approval: the page applies the rules of the service, and nothing you do here is saved.',
    },
    citations: {
      title: 'Check quotations',
      lede: 'Each quotation of a text is looked up in three texts of law, word for word and without a model. A changed number or a missing “not” is never verified.',
    },
    pictures: {
      title: 'Render and pick a picture',
      lede: 'Turn a brief into a picture, and see which of its words were understood and which were ignored.',
    },
    health: {
      title: 'Live health',
      lede: 'Connections of this service and their current status.',
    },
    errors: {
      title: 'Errors',
      lede: 'Each code has one meaning that never changes. The message of a response says what happened in your case and what to do.',
    },
    links: {
      title: 'More pages',
      lede: 'This page uses the same public APIs as your programs.',
    },
  },
  links: {
    graphiql: { title: 'GraphiQL', about: 'run queries in the browser; programs use the same address' },
    rest: { title: 'REST reference', about: 'every path outside /admin, with tested examples' },
    documents: { title: 'Documents', about: 'how each part works, how to run it, and why it was built that way' },
    schema: { title: 'schema.graphql', about: 'GraphQL schema, for code generators' },
    openapi: { title: 'openapi.json', about: 'OpenAPI document of every path outside /admin' },
    models: { title: '/v1/models', about: 'tasks in OpenAI’s model list format' },
    overview: { title: '/llms.txt', about: 'site overview for language models' },
    backOffice: { title: 'Back office', about: 'for operators; requires sign-in' },
    home: { title: 'Home', about: 'start page' },
  },
  errors: {
    search: 'Search by code, status or word',
    example: '429, key, too large…',
    noMatch: 'No code matches. Try fewer words.',
    found: (found: number, total: number) => `${found} of ${total} codes. REST and GraphQL use the same ones.`,
    table: 'Error codes',
    code: 'Code',
    status: 'Status',
    meaning: 'Meaning',
    advice: 'What to do',
    retry: 'Retry',
  },
  requests: {
    noResponse: 'The service didn’t respond. Check your network connection, then try again.',
    status: (status: number) => `The service responded with status ${status}. Try again.`,
    answerCut: 'The connection ended before the answer was complete. Call the task again.',
  },
  playground: {
    noTasks: 'The catalogue has no tasks at the moment.',
    pickTask: 'Pick a task',
    noModel: 'no eligible model',
    notAvailable: 'not available',
    goesTo: 'goes to ',
    atProvider: (provider: string) => `at ${provider}`,
    explainAgain: 'Explain the route again',
    inputTokens: 'Input tokens',
    showRoute: 'Show route',
    realKeys: 'Uses the keys of this service; the sandbox replaces missing ones.',
    assumedKeys: 'Keys and spending are assumed. Choose the keys “As configured” to see what a call would get now.',
    computedBy: (operation: ReactNode) =>
      rich`Computed by the live gateway with ${operation}, which calls no provider and costs nothing.`,
    versions: (policy: number, policyHash: ReactNode, catalogue: number, catalogueHash: ReactNode) =>
      rich`Policy ${policy} ${policyHash}, catalogue ${catalogue} ${catalogueHash}.`,
    hash: 'SHA-256',
    shareAddress: 'The address of this page contains all choices, so you can share it.',
    noResponse: { title: 'The gateway didn’t respond', why: 'Check its health below, then try again.' },
    noModelTitle: (task: string) => `${task} has no eligible model`,
    noModelReason: 'No deployment is eligible.',
    routeTitle: (task: string, deployment: string) => `${task} goes to ${deployment}`,
  },
  controls: {
    plan: 'Plan',
    keys: 'Keys',
    ownKeysPlan: 'Own keys require the plan Pro or higher.',
    keyKinds: { all: 'All providers', own: 'Customer’s own', here: 'As configured' },
    order: 'Order',
    orders: { '': 'Policy order', cost: 'Cheapest', latency: 'Fastest' },
    down: 'Providers down',
    input: 'Input',
    tokens: (tokens: string) => `${tokens} tokens`,
    spent: 'Spent this month',
    spentOf: (spent: string, cap: string) => `${spent} of ${cap}`,
    spentToCap: (spent: string, cap: string) => `${spent} of ${cap}: soft cap reached`,
    capReached: (spent: string, cap: string) => `${spent}, soft cap of ${cap} reached`,
    belowCap: (spent: string, cap: string) => `${spent}, below the soft cap of ${cap}`,
    hardLimit: (limit: string) => `With a hard limit of ${limit}`,
  },
  /** A number of tokens of one million or more. */
  millions: (millions: number) => `${millions} million`,
  graph: {
    request: 'Request',
    inputTokens: (tokens: string) => `${tokens} input tokens`,
    policy: (version: number) => `policy ${version}`,
    approval: 'approval',
    refused: 'Refused',
    noProvider: 'No provider is called',
    noCost: 'No cost.',
    answer: 'Answer',
    held: 'Held until a person approves it',
    notFinal: 'Not final until a person reviews it',
    simulated: 'Simulated by the sandbox',
    movedByCap: 'Cheaper deployment: the soft cap is reached',
    pastSoftCap: 'The soft cap is reached; the response reports it',
  },
  /** Short labels of the reasons for routing decisions, for the nodes of the route graph. */
  reasons: {
    TAKEN: 'Chosen',
    FALLBACK: 'Fallback',
    GATE_CLOSED: 'Gate closed',
    INPUT_TOO_LARGE: 'Input too large',
    OUTPUT_TOO_LARGE: 'Output too large',
    DATA_CLASS: 'Must stay local',
    PLAN: 'Not in plan',
    NO_KEY: 'No key',
    OWN_KEY_FAILING: 'Own key refused',
    OWN_KEY_ONLY: 'Own key only',
    NO_OWN_SERVER: 'No own server',
    BREAKER_OPEN: 'Down',
    RATE_LIMITED: 'Rate limited',
    KEY_REFUSED: 'Key refused',
    PRICE_UNKNOWN: 'Price unknown',
    TOO_DEAR: 'Over budget',
    LIMIT_RESERVED: 'Limit reserved by other calls',
    NO_TOOLS: 'No tools',
    NO_OUTPUT_SCHEMA: 'No schema',
    NOT_IN_RULE: 'Not in the policy',
    NOT_IN_CATALOGUE: 'Not in the catalogue',
  } as Readonly<Record<string, string>>,
  candidates: {
    hide: 'Hide table',
    show: 'Show table',
    table: 'Candidates',
    caption: 'Deployments considered, in the order of the policy',
    deployment: 'Deployment',
    position: 'Position',
    reason: 'Reason',
    explanation: 'Explanation',
    cost: 'Cost',
    notOnPath: 'none',
  },
  run: {
    needsScripts:
      'This part needs scripts. The snippets make the same call. The sandbox answers anonymous callers: simulated, free, with a daily limit.',
    examplePrompt: 'Our client signed on 3 March 2026 and pays EUR 1,200 a month. What follows from that?',
    prompt: (task: string) => `Prompt for ${task}`,
    snippets: 'Code snippets',
    call: 'Call the task',
    callAgain: 'Call the task again',
    stop: 'Stop the call',
    stopped: 'Stopped. The text received so far is shown.',
    empty: 'The answer appears here.',
    realModel: 'A real model answers this task here, so a call needs an API key. Anonymous callers are refused.',
    heldAnswer:
      'The answer is held until a person approves it, so a call needs an API key. Anonymous callers are refused.',
    sandbox: 'Answered by the sandbox: simulated, free, with a daily limit.',
    answeredBy: 'Answered by',
    simulated: 'Simulated',
    attempts: 'Attempts',
    firstText: 'Time to first text',
    totalTime: 'Total time',
    cost: 'Cost',
    costUnknown: 'unknown',
    remaining: 'Remaining today',
    runs: (count: number) => plural(count, { one: '# run', other: '# runs' }),
    runId: 'Run ID',
  },
  snippets: {
    graphql: { title: 'GraphQL', about: 'Post both to /graphql, or paste them into GraphiQL at the same address.' },
    curl: { title: 'curl', about: 'OpenAI’s API format. With a key, add: -H "Authorization: Bearer $KEY"' },
    typescript: {
      title: 'TypeScript',
      about: 'With the package graphql-sse. With a key, add: headers: { Authorization: "Bearer …" }',
    },
    openai: {
      title: 'OpenAI SDK',
      about: 'With the package openai and this service as base URL. Set KEY to use your API key.',
    },
  },
  seal: {
    needsScripts: (path: ReactNode, openssl: ReactNode, sha256sum: ReactNode) =>
      rich`This part needs scripts: your browser hashes a text, the service seals it, and your browser verifies the seal. Without scripts, ${path} seals a text, and the page of every seal says how to verify it with ${openssl} and ${sha256sum}.`,
    exampleText: 'The offer stands until 30 November 2026.',
    noHash: 'Browsers can’t compute hashes on a plain http page. Open this page with https.',
    text: 'Text to seal',
    digest: 'SHA-256, computed in your browser',
    disclaimer: 'Disclaimer',
    accept: 'I have read and accept the disclaimer',
    seal: 'Seal text',
    sealing: 'Sealing…',
    notSealed: 'The text wasn’t sealed. Try again.',
    storage:
      'The text is sent to the service and not stored. The seal stays in the public log permanently, without the text.',
    file: 'Or drop a file to find its seals',
    fileStays: 'The file stays in your browser. Only its SHA-256 is sent.',
    tooLarge: (name: string) => `${name} is larger than 256 MB. Hash it in a shell: sha256sum ${name}`,
    fileFacts: (name: string, bytes: number) => `${name}, ${plural(bytes, { one: '# byte', other: '# bytes' })}`,
    noSeal: 'This service has no seal for this file.',
    sealsOfFile: 'Seals of this file:',
    empty: 'The seal appears here, with everything you need to verify it without this service.',
    logEntry: (index: number) => `Provenance seal, entry ${index} of the log`,
    copy: 'Your copy',
    flippedCopy: 'Your copy with one bit changed',
    checking: 'Checking…',
    flip: 'Flip one bit',
    restore: 'Restore the copy',
    checks: 'Nine checks',
    shell: 'This shell command prints the digest in the seal.',
  },
  gate: {
    needsScripts:
      'This part needs scripts: an agent requests to send a message, and two people can approve it. Requesters can’t approve their own requests, content must be viewed before approval, and programs can’t approve.',
    message: 'Dear Ms Novak, your contract is ready to sign.',
    changedMessage: 'Dear Ms Novak, your contract is ready to sign, at twice the price.',
    states: {
      PENDING: 'The message waits for approval',
      APPROVED: 'The message is approved. The permit covers exactly these bytes.',
      REJECTED: 'The message is rejected. Nothing is sent.',
    } as Readonly<Record<string, string>>,
    otherState: (state: string) => `The message is ${state.toLowerCase()}`,
    digest: (digits: string) => `sha256 ${digits}…`,
    view: 'View message',
    approve: 'Approve',
    reject: 'Reject',
    /** Added to the label of a button, only for screen readers. */
    asPersona: (name: string) => ` as ${name}`,
    tamper: 'Change the message after it was viewed',
    startOver: 'Start over',
    log: 'Event log',
    personas: {
      ada: { name: 'Ada', role: 'approver; the requester is her agent' },
      ben: { name: 'Ben', role: 'approver' },
      agent: { name: 'The agent', role: 'a program that acts for Ada' },
      someone: 'Someone',
    },
    events: {
      request: 'requests approval to send the message',
      view: 'views the message',
      approve: 'approves the message',
      reject: 'rejects the message',
      tamper: 'changes the message after it was viewed',
    },
  },
  citations: {
    needsScripts:
      'This part needs scripts to check a text of yours, because the check runs in your browser and nothing is sent. Without scripts, you see the report on an example, and the texts that it was checked against.',
    text: 'Text to check',
    /** Has a quotation of each tier, a changed number, a removed negation, an invented sentence, and an unclosed mark. */
    example: `The library is licensed under the Apache License 2.0. Each contributor grants “a perpetual, worldwide, non-exclusive, no-charge, royalty-free, irrevocable copyright license” (section 2). A parent company controls another one by “ownership of fifty percent (51%) or more of the outstanding shares” (section 1).

The licence goes further than the defendant says. It says: “This License does grant permission to use the trade names, trademarks, service marks, or product names of the Licensor” (section 6). It adds that “the Licensor shall indemnify every Contributor against all claims of third parties” (section 8). The work is provided “AS IS”.

Equality is older than the licence: «\u00a0Les hommes naissent et demeurent libres et égaux en droits.\u00a0» (art. 1) And: «\u00a0Les distinctions sociales ne peuvent être fondées que sur l’utilité commune.\u00a0» (art. 1)

The Grundgesetz protects the freedom to publish source code: „Jeder hat das Recht auf die freie Entfaltung seiner Persönlich-
keit, soweit er nicht die Rechte anderer verletzt“ (Art. 2 Abs. 1).

The defendant relies on “the whole licence, without saying where.`,
    length: (length: number, max: number) =>
      `${plural(length, { one: '# character', other: '# characters' })} of at most ${plural(max, { other: '#' })}`,
    tooLong: (length: number, max: number) =>
      `The text has ${plural(length, { one: '# character', other: '# characters' })}, and at most ${plural(max, { other: '#' })} are checked. Remove ${plural(length - max, { one: '# character', other: '# characters' })}, or check the text in parts.`,
    check: 'Check quotations',
    startOver: 'Fill in the example',
    privacy:
      'The check runs in your browser. The text is neither sent nor stored, and it’s gone when you leave the page.',
    report: 'Report',
    noReport: 'The report appears here.',
    found: (count: number) => plural(count, { one: '# quotation', other: '# quotations' }),
    count: (status: string, count: number) => `${status}: ${plural(count, { other: '#' })}`,
    unclosedCount: (count: number) =>
      plural(count, { one: '# quotation mark is never closed.', other: '# quotation marks are never closed.' }),
    outdated: 'The text has changed since this report. Check it again.',
    whatIsQuotation:
      'Quotations are words in quotation marks, lines after “>”, and indented paragraphs after a line that ends with a colon.',
    legend: (quoted: (words: string) => ReactNode, documented: (words: string) => ReactNode) =>
      rich`Differences: ${quoted('struck out')} words are those of your text, ${documented('underlined')} words those of the document.`,
    quotations: 'Quotations',
    listRest: (count: number) => plural(count, { one: 'List # more', other: 'List # more' }),
    statuses: {
      VERIFIED: 'Verified',
      ALTERED: 'Altered',
      NOT_FOUND: 'Not found',
      TOO_SHORT: 'Too short',
      TOO_REPETITIVE: 'Too repetitive',
    },
    /** Decoration for the statuses, hidden from screen readers. */
    signs: { VERIFIED: '✓', ALTERED: '≠', NOT_FOUND: '✕', TOO_SHORT: '–', TOO_REPETITIVE: '–' },
    explanations: {
      ALTERED: 'A document has most of these words, but not all of them.',
      NOT_FOUND: 'No document has these or similar words.',
      TOO_SHORT: 'Fewer than three words are in too many texts.',
      TOO_REPETITIVE: 'The documents repeat these words too often to check each place.',
    },
    tiers: {
      EXACT: 'Exact: each character is the same.',
      TYPOGRAPHY: 'Typography: the words are the same; quotation marks, dashes or spaces are of another kind.',
      WHITESPACE: 'White space: the words are the same; line breaks or spaces differ.',
      HYPHENATION: 'Hyphenation: the words are the same; hyphens at the end of a line differ.',
    },
    isMarked: 'Ellipses or brackets mark all changes. What they leave out can change the meaning.',
    leavesOutFootnotes: 'It leaves out footnotes.',
    addsEndMark: 'The last full stop or comma isn’t in the document.',
    differences: {
      kinds: {
        NUMBER: 'Number',
        NEGATION: 'Negation',
        NAME: 'Name',
        DATE: 'Date',
        WORD: 'Word',
        CASE: 'Capital letter',
        PUNCTUATION: 'Punctuation',
        MISSING: 'Missing word',
        ADDED: 'Added word',
        OMISSION: 'Marked omission',
        INSERTION: 'Marked change',
      },
      changed: (kind: string, quoted: string, original: string) =>
        `${kind}: your text has “${quoted}”, the document “${original}”.`,
      missing: (kind: string, original: string) => `${kind}: your text lacks “${original}”.`,
      added: (kind: string, quoted: string) => `${kind}: the document lacks “${quoted}”.`,
    },
    /** Texts before and after changed words, only for screen readers. */
    changes: { quoted: ['(your text: ', ') '], documented: ['(document: ', ') '] },
    show: 'Show in your text',
    /** Added to the label of a button, only for screen readers. */
    showNumber: (number: number) => ` (quotation ${number})`,
    cited: (citation: string) => `Cited as: ${citation}`,
    back: (number: number) => `Back to quotation ${number}`,
    unclosedTitle: 'Quotation marks that are never closed',
    unclosed: (line: number, words: ReactNode) => rich`Line ${line}: ${words}`,
    unclosedAdvice: 'The words after such a mark aren’t checked. Close the quotation, and check the text again.',
    rules: (name: ReactNode, version: string) =>
      rich`Checked by the rules ${name}, version ${version}, which the service applies to documents as well.`,
    samplesTitle: 'Texts of the sample case',
    places: {
      section: (number: string, title: string) => `section ${number} (${title})`,
      article: (number: string) => `article ${number}`,
      /** @param sections names of the first and last section; undefined for what is before the first */
      name: (title: string, sections: readonly (string | undefined)[]) =>
        [title, sections.filter((section) => section !== undefined).join(' to ')]
          .filter((part) => part !== '')
          .join(', '),
    },
    samples: {
      apache: {
        title: 'Apache License 2.0',
        source:
          'English, sections 1 to 9. Published at www.apache.org/licenses/LICENSE-2.0 by the Apache Software Foundation under the Apache License 2.0.',
      },
      declaration: {
        title: 'Déclaration des droits de l’homme et du citoyen',
        source: 'French, ten articles of the declaration of 26 August 1789. Public domain.',
      },
      grundgesetz: {
        title: 'Grundgesetz',
        source:
          'German, excerpts of the Basic Law as of 11 July 2012, from github.com/bundestag/gesetze. An official work without copyright (§ 5 UrhG).',
      },
    },
  },
  picture: {
    needsScripts: (link: (text: string) => ReactNode) =>
      rich`This part needs scripts to render a picture from your words. Without scripts, pick ${link('a picture of a lake')} from the bank.`,
    exampleBrief: 'A calm lake below snowy mountains at golden hour, a small sailing boat, no clouds, hopeful',
    brief: 'Brief',
    render: 'Render picture',
    rendering: 'Rendering…',
    engine: 'Rendered by the built-in engine, without a model. Deleted after one day.',
    alt: (brief: string) => `Rendered from: ${brief}`,
    empty: 'The picture appears here.',
    notRendered: 'The picture wasn’t rendered. Try again.',
    notFinished: 'The render isn’t finished yet. Try again in a moment.',
    marks: { understood: 'understood', ignored: 'ignored', 'left-out': 'left out' },
    duration: (duration: string) => `rendered in ${duration}`,
  },
  pick: {
    title: 'Pick a picture by tags',
    exampleTags: 'lake, calm',
    tags: 'Tags, comma separated',
    pick: 'Pick a picture',
    rotation: 'Every match is returned once before any repeats.',
    noMatch: 'No match.',
    empty: 'The picked picture appears here.',
  },
  health: {
    noResponse: 'The service doesn’t respond.',
    notChecked: 'Not checked yet.',
    ready: 'Ready.',
    notReady: 'Not ready for requests.',
    checked: (version: string, time: string, roundTrip: string) =>
      `version ${version}, checked at ${time}, round trip ${roundTrip}`,
    connectionNotChecked: 'not checked yet',
    notUsed: 'not used yet',
    notRequired: (latency: string) => `${latency}, not required`,
    forPrograms: (ready: ReactNode, architecture: ReactNode, field: ReactNode) =>
      rich`For programs: ${ready}, ${architecture}, and ${field} in GraphQL.`,
  },
};
