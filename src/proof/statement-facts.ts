import { type SealPredicate, type SealStatement, Submitter } from './statement.ts';

/** One line of what a statement says, for people. The value may hold whatever its writer put there. */
export interface StatementFact {
  term: string;
  value: string;
  /** A digest or an id, to be compared letter by letter. */
  isCode?: true;
}

/** What a statement says, field by field. All of it is its issuer's word. */
export function statementFacts({ subject: [{ name, digest }], predicate }: SealStatement): StatementFact[] {
  const { issuer, claimedAt, mediaType, byteLength, normalizedDigest, producer, disclaimer, supersedes } = predicate;
  return [
    { term: 'Issuer', value: issuer.origin },
    { term: 'Handed in by', value: submitterLine(predicate) },
    { term: 'Sealed', value: `${readableInstant(claimedAt)}, by the issuer’s clock` },
    { term: 'What', value: `${name}, ${byteLength.toLocaleString('en')} bytes, ${mediaType}` },
    { term: 'SHA-256', value: digest.sha256, isCode: true },
    ...(predicate.private ? [{ term: 'Private', value: 'A salt of 32 bytes stands in front of the text.' }] : []),
    ...(normalizedDigest
      ? [
          {
            term: 'Normalised digest',
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
    ...(supersedes ? [{ term: 'In place of', value: supersedes.sealId, isCode: true as const }] : []),
  ];
}

const SUBMITTERS: Record<Submitter, string> = {
  ANONYMOUS: 'somebody who did not say who they are',
  INTEGRATION: 'a program that has a key of the issuer',
  PARTNER: 'somebody with a link that the issuer gave to a partner',
  OPERATOR: 'an operator of the issuer',
  CUSTOMER: 'a customer of the issuer',
  AGENT: 'a software agent',
  SERVICE: 'nobody: the service of the issuer sealed it by itself',
  UNKNOWN: 'somebody with a credential of another kind',
};

/** Who handed in what was sealed, in words. */
export function submitterLine({ submitter }: Pick<SealPredicate, 'submitter'>): string {
  if (submitter === undefined) return 'not recorded';
  return Object.hasOwn(SUBMITTERS, submitter)
    ? SUBMITTERS[submitter as Submitter]
    : `${submitter}, a kind that is not known here`;
}

/** Anybody may have something sealed, so a seal is no word of its issuer about what is in it. */
const NOT_ITS_ISSUERS_WORD =
  'Does not say that its issuer wrote, read or approved the content. Who handed it in stands in the statement, as far as it is known.';

/** What every seal leaves open; part of the statement, so that it is signed with the rest. */
export const LIMITS: readonly string[] = [
  'Does not say that the content is true, lawful or complete.',
  NOT_ITS_ISSUERS_WORD,
  'Does not say which person wrote it.',
  'Does not say that nobody had it before.',
];

/** What a seal does not say, of those as well that were made before the whole of it stood in the statement. */
export function limitsOf({ limits }: Pick<SealPredicate, 'limits'>): string[] {
  return limits.includes(NOT_ITS_ISSUERS_WORD) ? limits : [...limits, NOT_ITS_ISSUERS_WORD];
}

/** The notice that has to stand where a content that a machine made is shown; null when its issuer says nothing of the kind. */
export function aiNotice({ aiGenerated, digitalSourceType }: SealPredicate): string | null {
  const isTrained =
    digitalSourceType !== undefined && /\/(compositeWith)?trainedAlgorithmicMedia$/i.test(digitalSourceType);
  return aiGenerated || isTrained
    ? 'AI-generated: the seal states that artificial intelligence made this content.'
    : null;
}

/** `2026-11-21 09:00:00 UTC` */
export function readableInstant(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const NOT_FINAL = 'yes: a draft that somebody has to look at before it goes to a customer';

function producerLine({ kind, agentId, runId, model, requestId }: NonNullable<SealPredicate['producer']>): string {
  const parts = { agent: agentId, run: runId, model, request: requestId };
  const named = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return [kind, ...named].join(', ');
}

/** Of an answer of a gateway: by what it was made, as its issuer says. */
export function runFacts({ producer, simulated }: Pick<SealPredicate, 'producer' | 'simulated'>): StatementFact[] {
  const { task, taskVersion, deployment, policyVersion } = producer ?? {};
  const version = taskVersion === undefined ? '' : `, version ${taskVersion}`;
  return [
    ...(task === undefined ? [] : [{ term: 'Task', value: task + version }]),
    ...(deployment === undefined ? [] : [{ term: simulated ? 'Stands in for' : 'Deployment', value: deployment }]),
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
