import type { ChainApi } from '../chain/index.ts';
import { defineFeature } from '../feature.ts';
import { LocalSigner, type LogApi } from '../log/index.ts';
import type { OperatorsApi } from '../operators/index.ts';
import { updateOf } from '../platform/database/table-privileges.ts';
import { following } from '../platform/http/mount.ts';
import { deleting, unaudited } from '../platform/upkeep/upkeep.ts';
import type { SettingsApi } from '../settings/index.ts';
import { approvalCapabilities } from './approval.capabilities.ts';
import { approvalsCheck } from './approval.check.ts';
import { Approval, ApprovalDecision } from './approval.entity.ts';
import { publishedApprovals } from './approval.events.ts';
import { approvalMetrics } from './approval.metrics.ts';
import { approvalNames } from './approval.names.ts';
import { approvalNode, approvalReads } from './approval.reads.ts';
import { ApprovalResolver } from './approval.resolver.ts';
import { ApprovalService } from './approval.service.ts';
import {
  approvalDays,
  approvalsPerDay,
  fourEyesCatalogue,
  fourEyesPolicy,
  fourEyesSettings,
  heldContentDays,
} from './approval.settings.ts';
import { deleteHeldContent, expireApprovals } from './approval.upkeep.ts';
import { ApprovalDecisionResolver } from './approval-decision.resolver.ts';
import { approvalsConfig } from './approvals.config.ts';
import type { ApprovalsApi } from './approvals-api.ts';
import { Approvers } from './approvers.ts';
import { BaselineRecord, EvidenceBaseline } from './baseline/baseline.entity.ts';
import { baselineCheck } from './baseline/baseline-check.ts';
import { logBaseline } from './baseline/baseline-log.ts';
import { ApprovalBinding } from './binding/approval-binding.ts';
import { bindingCheck } from './binding/binding-check.ts';
import { DecisionKey, KeyEndorsement } from './binding/decision-key.entity.ts';
import { decisionKeyCheck } from './binding/decision-key-check.ts';
import { DECISION_KEY, DecisionKeys } from './binding/decision-keys.ts';
import { decisionExportMount } from './decisions/decision-export.ts';
import { decisionRecords } from './decisions/decision-record.ts';
import { DecisionSealRow } from './decisions/decision-seal.entity.ts';
import { ApprovalDecisionSealResolver, DecisionSealResolver } from './decisions/decision-seal.resolver.ts';
import { DecisionSealer, sealDecisions } from './decisions/decision-sealer.ts';
import { decisionsCheck } from './decisions/decisions-check.ts';
import { HeldChangeResolver } from './held-change.resolver.ts';
import { HeldContent } from './held-content.ts';
import { waitingPages } from './inbox/inbox.reads.ts';
import { ApprovalInboxResolver } from './inbox/inbox.resolver.ts';
import { inboxRedirects } from './inbox-redirects.ts';
import type { FindActors } from './known-actors.ts';
import { DecisionPasskeys } from './passkeys/decision-passkeys.ts';
import { SettingChangeActorResolver, SettingUpdaterResolver } from './setting-change-actor.resolver.ts';
import { approvalsWaiting, ViewerApprovalsResolver } from './viewer-approvals.resolver.ts';

export { Approval, ApprovalState, ApprovalVerdict, approvalSubjects } from './approval.entity.ts';
export { approvedAt, stateOfApproval } from './approval.reads.ts';
export type * from './approvals-api.ts';
export type { DescriptionSection } from './description-sections.ts';
export type { FindActors } from './known-actors.ts';

interface ApprovalsDependencies {
  chain: ChainApi;
  log: LogApi;
  operators: OperatorsApi;
  settings: SettingsApi;
}

/** Feature: approvals. Content and changes are held until people approve them. Each decision is signed and logged. */
export const approvals = defineFeature({
  name: 'approvals',
  names: approvalNames,
  entities: [
    Approval,
    ApprovalDecision,
    BaselineRecord,
    DecisionKey,
    DecisionSealRow,
    EvidenceBaseline,
    KeyEndorsement,
  ],
  tablePrivileges: {
    approval: ['INSERT', updateOf('state', 'version', 'decided_at', 'payload')],
    approval_decision: ['INSERT'],
    baseline_record: ['INSERT'],
    decision_key: ['INSERT', updateOf('retired_at')],
    decision_key_endorsement: ['INSERT', updateOf('signature')],
    decision_seal: ['INSERT'],
    evidence_baseline: ['INSERT'],
  },
  config: approvalsConfig,
  settings: [approvalDays, heldContentDays, approvalsPerDay, fourEyesPolicy, fourEyesCatalogue, fourEyesSettings],
  enveloped: [{ table: 'approval', column: 'payload', context: 'id' }],
  compose(platform, { chain, log: { log, signer }, operators, settings }: ApprovalsDependencies) {
    const { contributed, encryption, limits, live, publicUrl } = platform;
    const content = new HeldContent(encryption);
    const { dataDir } = platform.config;
    const { decisionPrivateKeyPem, passkeysRequired } = platform.config.of(approvalsConfig);
    const keys = new DecisionKeys(platform.database, LocalSigner.open(dataDir, decisionPrivateKeyPem, DECISION_KEY));
    const binding = new ApprovalBinding(keys);
    const service = new ApprovalService({
      content,
      binding,
      passkeys: new DecisionPasskeys(operators.passkeySignatures, passkeysRequired),
      settings,
      limits,
      live,
      contributed,
      people: new Approvers(operators),
    });
    const api: ApprovalsApi = service;
    const people: FindActors = async (_, ids) => {
      const names = await operators.names(ids);
      return new Map([...names].map(([id, name]) => [id, { name, owner: null }]));
    };
    const decisions = new DecisionSealer({ signer, log, publicUrl, binding });
    return {
      api,
      contributions: {
        chainedKinds: { [decisionRecords.kind]: decisionRecords },
        actors: { operator: people },
        changeHolds: { SETTING: api.holdChange },
        approvalDescriptions: { CHANGE: service.describeChange },
      },
      resolvers: [
        new ApprovalResolver(service),
        new ApprovalDecisionResolver(service),
        new ApprovalDecisionSealResolver(),
        new DecisionSealResolver(log),
        new ApprovalInboxResolver(live),
        new HeldChangeResolver(service),
        new SettingUpdaterResolver(service),
        new SettingChangeActorResolver(service),
        new ViewerApprovalsResolver(),
      ],
      nodes: { approval: (ctx, id) => service.find(ctx, id) },
      nodeReads: { approval: approvalNode },
      viewerReads: { approvalsWaiting },
      reads: { ...approvalReads, approvalInbox: waitingPages.compilable },
      mounts: [
        ...inboxRedirects,
        // In the OpenAPI document, this path comes after the public pages of the log.
        ...following('/.well-known/imprimatur/seal-public-key.pem', [decisionExportMount(platform, chain, log)]),
      ],
      listeners: [sealDecisions(decisions)],
      published: publishedApprovals,
      capabilities: approvalCapabilities(settings, operators),
      metrics: approvalMetrics,
      checks: [approvalsCheck(content), baselineCheck(log), bindingCheck(binding), decisionsCheck],
      startChecks: [decisionKeyCheck(keys, dataDir, decisionPrivateKeyPem !== null)],
      upkeep: {
        'expired approvals': expireApprovals,
        'held content of decided requests': deleting(async (ctx) =>
          deleteHeldContent(ctx, await settings.value(heldContentDays)),
        ),
        'unlogged baseline': unaudited('The transparency log records it.', (ctx) =>
          logBaseline(ctx, { signer, log, chain, publicUrl }),
        ),
        'unsealed decisions': unaudited('The transparency log records it.', (ctx) => decisions.sealMissing(ctx)),
      },
    };
  },
});
