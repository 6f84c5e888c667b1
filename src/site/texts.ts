import { plural } from '../platform/text/plural.ts';

type Link = (text: string) => string;

/** Texts of the website. Parameters are HTML unless noted; texts without parameters are plain text. */
export const texts = {
  frame: {
    product: 'Imprimatur',
    /** Title of the browser tab. The parameter is plain text, not HTML. */
    title: (title: string) => `${title} · Imprimatur`,
    skip: 'Skip to content',
    motto: (product: string) => `${product} let it be printed.`,
    mottoProduct: 'Imprimatur:',
    footer: 'Footer',
  },
  home: {
    title: 'Image bank, model gateway and seals',
    heading: 'Images and AI output you can stand behind',
    lead: 'Imprimatur renders pictures into an image bank, sends each task to a model under one policy, seals outputs so that anyone can verify them later, and holds external actions until a person approves them.',
    caption: (title: string, brief: string) => `${title}, rendered by this service from the brief ${brief}`,
    start: 'Start',
    features: 'Features',
    render: {
      title: 'Render',
      text: 'A text brief becomes a picture in the bank. Its tags say what was drawn, never what was only requested.',
    },
    route: {
      title: 'Route',
      text: 'Applications name a task, never a model. A versioned policy picks the model and records why it rejected the others.',
    },
    seal: {
      title: 'Seal',
      text: 'Outputs are signed and written to an append-only log. Anyone can verify a copy, offline if they like.',
    },
    approve: {
      title: 'Approve',
      text: 'Sensitive answers and external actions wait until a person approves exactly the bytes they were shown.',
    },
    more: 'More pages',
  },
  /** Links in the list “Start” of the home page. Their `name` is the text in each footer. */
  mainLinks: {
    sanctuary: {
      name: 'Try it',
      title: 'Try it',
      text: 'Route a task, seal a text and tamper with it, render a picture. No key and no account needed.',
    },
    graphql: {
      name: 'GraphQL',
      title: 'Query with GraphQL',
      text: 'GraphiQL with example queries. GraphQL has more operations than REST.',
    },
    rest: {
      name: 'REST',
      title: 'Call the REST API',
      text: 'Every path outside /admin, with an example that is tested before each release.',
    },
    documents: {
      name: 'Documents',
      title: 'Read the documents',
      text: 'How each part works, how to run it, and why it was built that way.',
    },
    backOffice: {
      name: 'Back office',
      title: 'Open the back office',
      text: 'Curate pictures, approve requests, manage models, customers and settings.',
    },
  },
  /** Links in the list “More pages” of the home page. */
  moreLinks: {
    restDocs: { title: 'REST reference', text: 'each path with its parameters and responses' },
    problems: { title: 'Problems', text: 'all codes with cause and advice' },
    backOffice: { title: 'Back office', text: 'approvals, health, costs and settings, for operators' },
    documents: { title: 'Documents', text: 'how each part works, how to run it, and why it was built that way' },
    look: { title: 'Style guide', text: 'colours, type and components of these pages' },
  },
  /** Names of bundled pages, for the message that such a page hasn’t been built. */
  builtPages: {
    graphiql: 'GraphiQL',
    restDocs: 'The REST reference',
    backOffice: 'The back office',
  },
  error: {
    home: 'Go to the start page',
    signIn: 'Sign in',
    about: 'About this problem',
    json: 'JSON response for programs',
    requestId: (requestId: string) => `Request ID for support: ${requestId}`,
    reload: 'Reload the page',
  },
  problems: {
    title: 'Problems',
    all: 'All problems',
    lead: (count: number) =>
      `${plural(count, { one: '# code', other: '# codes' })}. REST and GraphQL use the same codes, and a code never changes its meaning.`,
    find: (code: string) =>
      `Each refused request returns one of them as ${code}. Use the search of your browser to find it.`,
    whatToDo: 'What to do',
    retry: 'Retry',
    status: 'HTTP status',
    inGraphql: 'In GraphQL',
    inGraphqlAs: (code: string, problem: string, extension: string) =>
      `As ${code} of a ${problem}, or as ${extension} of an error`,
    example: 'Example',
    detail: (detail: string, requestId: string) =>
      `The ${detail} of a response says what happened in your case and what to do. If you need help, send the operator the ${requestId}.`,
  },
  /** Advice by HTTP status, for problem codes that have no advice of their own. Text between backticks is code. */
  advice: {
    serverError: 'Try again later. If the problem persists, send the operator the request ID.',
    otherError: 'Read the `detail` of the response: it says what happened in your case and what to do.',
  },
  /** Sentences that say when a failed request can be sent again. Text between backticks is code. */
  retry: {
    inProgress: 'Yes, after a short wait, with the same key',
    notImplemented: 'No. This isn’t implemented',
    later:
      'Yes, after the time in `Retry-After`; without this header, after one second, then two, then four. Send an `Idempotency-Key` with writes, so that they take effect once',
    held: 'No. A person must decide first',
    never: 'No. Change the request first',
  },
  person: {
    nav: 'Your account',
    backOffice: 'Back office',
    approvals: 'Approvals',
    account: 'Account',
    signOut: 'Sign out',
  },
  documents: {
    nav: 'Documents',
    all: 'All documents',
    rest: 'REST reference',
    look: 'Style guide',
    onThisPage: 'On this page',
    more: 'More',
    source: 'View as Markdown',
    decisions: 'Decisions',
    decisionsSummary: 'Design decisions, half a page each: the choice, its reason and its cost.',
  },
  look: {
    title: 'Style guide',
    lead: 'Colours, type and components of the pages of this service. They follow the colour scheme of your system and print black on white.',
    backOffice: (parts: Link, document: Link) =>
      `The ${parts('components of the back office')} (lists, filters, forms, states and dialogs) use the same tokens; sign in to see them. How to use both: ${document('The design system')}.`,
    colours: 'Colours',
    coloursLead:
      'Named by purpose, with their values in the light and the dark scheme. There is one accent colour. Green means verified, nothing else.',
    contrast: 'Contrast',
    contrastLead: 'Text needs 4.5; a border that carries meaning needs 3.',
    contrastTable: 'Contrast of each colour on each ground',
    light: 'Light',
    dark: 'Dark',
    type: 'Type',
    typeSample: 'Let it be printed',
    faceSample: 'Forty chairs for 4 200 EUR',
    space: 'Space',
    rem: (rem: number) => `${rem} rem`,
    widths: 'Widths',
    corners: 'Corners',
    motion: 'Motion',
    durations: (durations: string) => `${durations}; 0 ms if the system setting asks for less motion`,
    milliseconds: (ms: number) => `${ms} ms`,
    prose: 'Prose',
    proseLead: 'The lead says in one sentence what the page is about.',
    proseText: (links: string, code: string, key: string) =>
      `Prose is set in the serif font. ${links} are underlined. Typed text is shown as ${code}, a key as ${key}, and an ID on a line of its own:`,
    links: 'Links',
    record: 'Record',
    recordStatus: 'Status',
    recordInForce: 'in force',
    recordSealed: 'Sealed',
    recordHash: 'SHA-256',
    rows: 'Rows',
    rowBrowser: 'Firefox on Linux',
    rowThisBrowser: 'this browser',
    rowUsedToday: 'Last used today',
    rowOtherBrowser: 'Safari on macOS',
    rowUsedLastWeek: 'Last used a week ago',
    rowEnd: 'End session',
    fields: 'Fields and buttons',
    field: 'Field',
    fieldHint: 'Hint: the expected input.',
    fieldWithError: 'Field with an error',
    fieldError: 'Enter an e-mail address like ada@example.org.',
    readOnlyField: 'Read-only field',
    textArea: 'Text area',
    primary: 'Primary action',
    secondary: 'Secondary action',
    disabled: 'Disabled',
    messages: 'Messages',
    notice: 'Notice: additional information.',
    warning: 'Warning: check this before you continue.',
    error: 'Error: why the request failed, and the next step.',
    revoked: (notice: string) => `${notice} Shown first on the page of the seal.`,
    revokedNotice: 'This seal was revoked.',
    dialog: 'Example of a dialog',
    dialogText: 'A dialog asks one question.',
    dialogYes: 'Delete draft',
    dialogNo: 'Keep draft',
    details: 'Details',
    detailsText: 'Content that most users don’t need.',
  },
};
