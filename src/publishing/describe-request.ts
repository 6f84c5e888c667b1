import { type Approval, type ApprovalsApi, approvalSubjects, type DescriptionSection } from '../approvals/index.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { type Change, documentChanges } from '../platform/versioned-documents/document-changes.ts';
import type { SealsApi } from '../seals/index.ts';
import { actionIn, type CanonicalAction } from './canonical-action.ts';
import type { PublishFinding, PublishFindingKind } from './publish-action.ts';
import { requestsById } from './publish-request.loaders.ts';

declare module '../approvals/approval.entity.ts' {
  interface ApprovalSubjects {
    PUBLISH_REQUEST: true;
  }
}
approvalSubjects.declare(
  'PUBLISH_REQUEST',
  2,
  'That something is written to the world outside. `subjectId` is the publish request’s.',
);

export interface DescribeOptions {
  approvals: Pick<ApprovalsApi, 'content'>;
  seals: Pick<SealsApi, 'sealOfAsset' | 'sealOfRun'>;
}

/**
 * What an approver is shown of a request, all of it from the bytes that are approved. First what it would do, to whom and with
 * what, then what was found in that, the gravest first; what whoever asks says of it comes last, so that nobody takes it for what
 * was checked.
 */
export function describeRequest({ approvals, seals }: DescribeOptions) {
  return async (ctx: Context, _approval: Approval, payload: Buffer): Promise<readonly DescriptionSection[]> => {
    const action = actionIn(payload);
    return [
      {
        title: 'What it would do',
        lead: 'The service does none of it. Who asks is given these bytes and a permit for them, once.',
        rows: [
          ['Tool', action.tool],
          ['Channel', action.channel],
          ['Findings', briefly(action)],
        ],
      },
      { title: RECIPIENTS[action.channel], lead: `${action.targets.length} in all.`, items: action.targets },
      {
        title: 'Arguments',
        lead: 'All that the tool is given.',
        text: JSON.stringify(action.arguments, null, 2),
      },
      findingsOf(action),
      ...(await changesOf(ctx, action, approvals)),
      ...(await madeOf(ctx, action, seals)),
      {
        title: 'What who asks says of it',
        isAskersWords: true,
        text: action.summary,
      },
    ];
  };
}

const RECIPIENTS: Readonly<Record<CanonicalAction['channel'], string>> = {
  EMAIL: 'Addresses',
  MESSAGING: 'Recipients',
  CRM: 'Records',
};

/** The gravest first. */
const KINDS: Readonly<Record<PublishFindingKind, string>> = {
  SECRET: 'A secret',
  DECEPTIVE_LINK: 'A link that is not what it shows',
  HIDDEN_CHARACTERS: 'Hidden characters',
  RECIPIENT_NOT_ALLOWED: 'A target that is not on the list',
  UNSEALED_ATTACHMENT: 'Without a seal',
  PERSONAL_DATA: 'Personal data',
};
const BY_GRAVITY = Object.keys(KINDS);

function gravestFirst(findings: readonly PublishFinding[]): PublishFinding[] {
  return findings.toSorted((one, other) => BY_GRAVITY.indexOf(one.kind) - BY_GRAVITY.indexOf(other.kind));
}

/** The kinds, for whoever has much to read before they come to the findings themselves. */
function briefly({ findings }: CanonicalAction): string {
  if (findings.length === 0) return 'none';
  const kinds = new Set(gravestFirst(findings).map(({ kind }) => KINDS[kind]));
  return `${[...kinds].join('; ')}. See below what and where.`;
}

function findingsOf({ findings }: CanonicalAction): DescriptionSection {
  const title = 'What was found in it';
  if (findings.length === 0) return { title, lead: 'Nothing. That nothing was found does not say that it is right.' };
  const row = ({ kind, pointer, detail }: PublishFinding): [string, string] => [
    KINDS[kind],
    pointer === '' ? detail : `${detail} (${pointer})`,
  ];
  return { title, lead: 'The gravest first.', rows: gravestFirst(findings).map(row) };
}

async function madeOf(
  ctx: Context,
  { runs, assets }: CanonicalAction,
  seals: DescribeOptions['seals'],
): Promise<DescriptionSection[]> {
  if (runs.length + assets.length === 0) return [];
  const told = (sha256: string, seal: { id: string; sha256: string } | null): string =>
    seal?.sha256 === sha256 ? `${sha256}, sealed: ${seal.id}` : `${sha256}, without a seal`;
  const rows = await Promise.all([
    ...runs.map(async ({ id, outputSha256, textSha256 }): Promise<[string, string]> => {
      const seal = await seals.sealOfRun(ctx, id);
      return [id, told(textSha256 ?? outputSha256, seal)];
    }),
    ...assets.map(async ({ id, sha256 }): Promise<[string, string]> => {
      return [id, told(sha256, await seals.sealOfAsset(ctx, id))];
    }),
  ]);
  const lead = 'Runs and assets, as they were when it was asked for, by their digests.';
  return [{ title: 'What it is made of', lead, rows }];
}

const COMPARED = ['tool', 'channel', 'targets', 'arguments', 'summary', 'runs', 'assets'] as const;

async function changesOf(
  ctx: Context,
  action: CanonicalAction,
  approvals: DescribeOptions['approvals'],
): Promise<DescriptionSection[]> {
  if (action.supersedes === null) return [];
  const title = 'What was changed';
  const before = await superseded(ctx, action.supersedes, approvals);
  if (!before) return [{ title, lead: `It takes the place of ${action.supersedes}, of which nothing is kept.` }];
  const compared = (one: CanonicalAction) => Object.fromEntries(COMPARED.map((name) => [name, one[name]]));
  const changes: Change[] = documentChanges(compared(before), compared(action));
  const lead = `Against ${action.supersedes}, whose place it takes. What was approved of that counts for nothing here.`;
  return [{ title, lead, changes }];
}

async function superseded(
  ctx: Context,
  id: string,
  approvals: DescribeOptions['approvals'],
): Promise<CanonicalAction | null> {
  const request = await ctx.loader(requestsById).load(id);
  if (!request) return null;
  try {
    return actionIn(await approvals.content(ctx, request.approvalId));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
