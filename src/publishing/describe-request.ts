import { type Approval, type ApprovalsApi, approvalSubjects, type DescriptionSection } from '../approvals/index.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { documentChanges, type JsonChange } from '../platform/versioned-documents/document-changes.ts';
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
  'Approval of an external action. `subjectId` is the id of the publish request.',
);

export interface DescribeOptions {
  approvals: Pick<ApprovalsApi, 'content'>;
  seals: Pick<SealsApi, 'sealOfAsset' | 'sealOfRun'>;
}

/**
 * Describes a publish request for its approvers: first the effects of the action, then the findings, most serious first. The
 * requester’s own words come last, so that they aren’t mistaken for checked facts. Except for the seals and the comparison with
 * a replaced request, all content comes from the bytes to approve.
 */
export function describeRequest({ approvals, seals }: DescribeOptions) {
  return async (ctx: Context, _approval: Approval, payload: Buffer): Promise<readonly DescriptionSection[]> => {
    const action = actionIn(payload);
    return [
      {
        title: 'External action',
        lead: 'The service doesn’t carry it out. The requester receives these bytes and a permit for them, once.',
        rows: [
          ['Tool', action.tool],
          ['Channel', action.channel],
          ['Findings', summaryOfFindings(action)],
        ],
      },
      { title: RECIPIENTS[action.channel], lead: `${action.targets.length} in total.`, items: action.targets },
      {
        title: 'Arguments',
        lead: 'Complete arguments of the tool.',
        text: JSON.stringify(action.arguments, null, 2),
      },
      findingsSection(action),
      ...(await changesSection(ctx, action, approvals)),
      ...(await sourcesSection(ctx, action, seals)),
      {
        title: 'Purpose, in the requester’s words',
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

/** Label of each kind of finding, the most serious kind first. */
const KINDS: Readonly<Record<PublishFindingKind, string>> = {
  SECRET: 'Secret',
  DECEPTIVE_LINK: 'Deceptive link',
  HIDDEN_CHARACTERS: 'Hidden characters',
  RECIPIENT_NOT_ALLOWED: 'Target that isn’t allowed',
  UNSEALED_ATTACHMENT: 'Attachment without a seal',
  PERSONAL_DATA: 'Personal data',
};
const BY_SEVERITY = Object.keys(KINDS);

function mostSeriousFirst(findings: readonly PublishFinding[]): PublishFinding[] {
  return findings.toSorted((one, other) => BY_SEVERITY.indexOf(one.kind) - BY_SEVERITY.indexOf(other.kind));
}

/** Kinds of the findings, for the top of the description. */
function summaryOfFindings({ findings }: CanonicalAction): string {
  if (findings.length === 0) return 'none';
  const kinds = new Set(mostSeriousFirst(findings).map(({ kind }) => KINDS[kind]));
  return `${[...kinds].join('; ')}. See below for details.`;
}

function findingsSection({ findings }: CanonicalAction): DescriptionSection {
  const title = 'Findings';
  if (findings.length === 0) return { title, lead: 'No findings. This doesn’t mean that the content is correct.' };
  const row = ({ kind, pointer, detail }: PublishFinding): [string, string] => [
    KINDS[kind],
    pointer === '' ? detail : `${detail} (${pointer})`,
  ];
  return { title, lead: 'Most serious first.', rows: mostSeriousFirst(findings).map(row) };
}

async function sourcesSection(
  ctx: Context,
  { runs, assets }: CanonicalAction,
  seals: DescribeOptions['seals'],
): Promise<DescriptionSection[]> {
  if (runs.length + assets.length === 0) return [];
  const sealLabel = (sha256: string, seal: { id: string; sha256: string } | null): string =>
    seal?.sha256 === sha256 ? `${sha256}, sealed: ${seal.id}` : `${sha256}, without a seal`;
  const rows = await Promise.all([
    ...runs.map(async ({ id, outputSha256, textSha256 }): Promise<[string, string]> => {
      const seal = await seals.sealOfRun(ctx, id);
      return [id, sealLabel(textSha256 ?? outputSha256, seal)];
    }),
    ...assets.map(async ({ id, sha256 }): Promise<[string, string]> => {
      return [id, sealLabel(sha256, await seals.sealOfAsset(ctx, id))];
    }),
  ]);
  const lead = 'Runs and assets with their digests at the time of the request.';
  return [{ title: 'Sources', lead, rows }];
}

const COMPARED = ['tool', 'channel', 'targets', 'arguments', 'summary', 'runs', 'assets'] as const;

async function changesSection(
  ctx: Context,
  action: CanonicalAction,
  approvals: DescribeOptions['approvals'],
): Promise<DescriptionSection[]> {
  if (action.supersedes === null) return [];
  const title = 'Changes';
  const before = await superseded(ctx, action.supersedes, approvals);
  if (!before) return [{ title, lead: `Replaces ${action.supersedes}, whose content was deleted.` }];
  const compared = (one: CanonicalAction) => Object.fromEntries(COMPARED.map((name) => [name, one[name]]));
  const changes: JsonChange[] = documentChanges(compared(before), compared(action));
  const lead = `Compared with ${action.supersedes}, which it replaces. Approvals of that request don’t count here.`;
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
