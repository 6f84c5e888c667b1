import { type SealPredicate, type SealStatement, Submitter } from './statement.ts';

/** One fact of a statement, to show to people. The value can contain any text of the statement's author. */
export interface StatementFact {
  term: string;
  value: string;
  /** True for digests and ids, which are compared character by character. */
  isCode?: true;
}

/** Fields of a seal's statement that matter to people, as facts. They are claims of the statement's issuer. */
export function statementFacts({ subject: [{ name, digest }], predicate }: SealStatement): StatementFact[] {
  const { issuer, claimedAt, mediaType, byteLength, normalizedDigest, producer, disclaimer, supersedes } = predicate;
  return [
    { term: 'Issuer', value: issuer.origin },
    { term: 'Submitted by', value: submitterLine(predicate) },
    { term: 'Sealed', value: `${readableInstant(claimedAt)}, by the issuer’s clock` },
    { term: 'What', value: `${name}, ${byteLength.toLocaleString('en')} bytes, ${mediaType}` },
    { term: 'SHA-256', value: digest.sha256, isCode: true },
    ...(predicate.private
      ? [{ term: 'Private', value: 'The digest includes 32 bytes of salt in front of the text.' }]
      : []),
    ...(normalizedDigest
      ? [
          {
            term: 'Normalized digest',
            value: normalizedDigest.sha256,
            isCode: true as const,
          },
        ]
      : []),
    ...(producer ? [{ term: 'Made by', value: producerLine(producer) }, ...runFacts(predicate)] : []),
    ...originFacts(predicate),
    ...(disclaimer
      ? [
          {
            term: 'Disclaimer',
            value: `${disclaimer.id}, version ${disclaimer.version} (${disclaimer.language}), accepted ${readableInstant(disclaimer.ackedAt)}${
              disclaimer.ackedBy ? ` by ${disclaimer.ackedBy}` : ''
            }`,
          },
          { term: 'SHA-256 of the disclaimer', value: disclaimer.sha256, isCode: true as const },
        ]
      : []),
    ...(supersedes ? [{ term: 'Supersedes', value: supersedes.sealId, isCode: true as const }] : []),
  ];
}

const SUBMITTERS: Record<Submitter, string> = {
  ANONYMOUS: 'an anonymous caller',
  INTEGRATION: 'a program with a key of the issuer',
  PARTNER: 'someone with a link that the issuer gave to a partner',
  OPERATOR: 'an operator of the issuer',
  CUSTOMER: 'a customer of the issuer',
  AGENT: 'a software agent',
  SERVICE: 'the issuer’s own service, automatically',
  UNKNOWN: 'someone with another kind of credential',
};

/** Kind of caller that submitted the content, in words. */
export function submitterLine({ submitter }: Pick<SealPredicate, 'submitter'>): string {
  if (submitter === undefined) return 'not recorded';
  return Object.hasOwn(SUBMITTERS, submitter)
    ? SUBMITTERS[submitter as Submitter]
    : `${submitter}, which this version doesn’t know`;
}

/** States that the issuer doesn't vouch for sealed content, since anyone can have content sealed. */
const NOT_ITS_ISSUERS_WORD =
  'Does not say that its issuer wrote, read or approved the content. Who handed it in stands in the statement, as far as it is known.';

/** Facts that no seal proves, as sentences. Part of the signed statement. */
export const LIMITS: readonly string[] = [
  'Does not say that the content is true, lawful or complete.',
  NOT_ITS_ISSUERS_WORD,
  'Does not say which person wrote it.',
  'Does not say that nobody had it before.',
];

/** The sentences of a seal that say what it doesn't prove. Adds one sentence that earlier statements lack. */
export function limitsOf({ limits }: Pick<SealPredicate, 'limits'>): string[] {
  return limits.includes(NOT_ITS_ISSUERS_WORD) ? limits : [...limits, NOT_ITS_ISSUERS_WORD];
}

/** Notice to display with AI-generated content. Null if the issuer doesn't claim that the content is AI-generated. */
export function aiNotice({ aiGenerated, digitalSourceType }: SealPredicate): string | null {
  const isTrained =
    digitalSourceType !== undefined && /\/(compositeWith)?trainedAlgorithmicMedia$/i.test(digitalSourceType);
  return aiGenerated || isTrained
    ? 'AI-generated: the seal states that artificial intelligence created this content.'
    : null;
}

/** Formats a time like `2026-11-21 09:00:00 UTC`. */
export function readableInstant(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const NOT_FINAL = 'yes: a draft that a person must review before it goes to a customer';

function producerLine({ kind, agentId, runId, model, requestId }: NonNullable<SealPredicate['producer']>): string {
  const parts = { agent: agentId, run: runId, model, request: requestId };
  const named = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return [kind, ...named].join(', ');
}

/** Facts about a gateway run that returned the sealed text, as stated by the issuer. */
export function runFacts({ producer, simulated }: Pick<SealPredicate, 'producer' | 'simulated'>): StatementFact[] {
  const { task, taskVersion, deployment, policyVersion } = producer ?? {};
  const version = taskVersion === undefined ? '' : `, version ${taskVersion}`;
  return [
    ...(task === undefined ? [] : [{ term: 'Task', value: task + version }]),
    ...(deployment === undefined ? [] : [{ term: simulated ? 'Simulates' : 'Deployment', value: deployment }]),
    ...(policyVersion === undefined ? [] : [{ term: 'Routing policy', value: `version ${policyVersion}` }]),
  ];
}

function originFacts({ aiGenerated, digitalSourceType, simulated, notFinal }: SealPredicate): StatementFact[] {
  return [
    ...(aiGenerated === undefined ? [] : [{ term: 'AI-generated', value: aiGenerated ? 'yes' : 'no' }]),
    ...(simulated === undefined ? [] : [{ term: 'Simulated', value: simulated ? 'yes' : 'no' }]),
    ...(notFinal === undefined ? [] : [{ term: 'Not final', value: notFinal ? NOT_FINAL : 'no' }]),
    ...(digitalSourceType === undefined
      ? []
      : [{ term: 'Source (IPTC)', value: digitalSourceType, isCode: true as const }]),
  ];
}
