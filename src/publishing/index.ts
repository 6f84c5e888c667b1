import type { AgentsApi } from '../agents/index.ts';
import type { ApprovalsApi } from '../approvals/index.ts';
import type { AssetsApi } from '../assets/index.ts';
import type { CustomersApi } from '../customers/index.ts';
import { defineFeature } from '../feature.ts';
import type { OperatorsApi } from '../operators/index.ts';
import { updateOf } from '../platform/database/table-privileges.ts';
import { keyedDigest } from '../platform/encryption/keyed-digest.ts';
import type { RedactionApi } from '../redaction/index.ts';
import type { SealsApi } from '../seals/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { approvalValidity } from './approval-validity.ts';
import { describeRequest } from './describe-request.ts';
import { enabledActor } from './enabled-actor.ts';
import { composeExternalActions, ExternalTool, externalToolReads } from './external-actions/index.ts';
import { Permits } from './permits.ts';
import { composePublishingPolicy, PublishingPolicy, publishingPolicyReads } from './policy/index.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { PublishRequestResolver } from './publish-request.resolver.ts';
import { publishingCheck } from './publishing.check.ts';
import { publishedOfPublishing } from './publishing.events.ts';
import { publishDecisions } from './publishing.listeners.ts';
import { publishingNames } from './publishing.names.ts';
import { publishingReads } from './publishing.reads.ts';
import { PublishingService } from './publishing.service.ts';
import { publishRequestsPerDay } from './publishing.settings.ts';
import { publishExpiredPermits } from './publishing.upkeep.ts';
import type { PublishingApi } from './publishing-api.ts';
import { Sources, type SourcesOptions } from './sources.ts';

export type * from './publish-action.ts';
export type * from './publishing-api.ts';

interface PublishingDependencies {
  agents: AgentsApi;
  approvals: ApprovalsApi;
  assets: AssetsApi;
  customers: CustomersApi;
  gateway: Pick<SourcesOptions, 'findRun'>;
  operators: OperatorsApi;
  redaction: RedactionApi;
  seals: SealsApi;
  settings: SettingsApi;
}

/** Feature: publish requests. External actions of agents and models wait here for approval. */
export const publishing = defineFeature({
  name: 'publishing',
  names: publishingNames,
  entities: [ExternalTool, PublishingPolicy, PublishRequest],
  tablePrivileges: {
    outward_tool: ['INSERT', 'DELETE'],
    publish_request: [
      'INSERT',
      updateOf('told_state', 'permit_issued_at', 'permit_used_at', 'permit_used_by', 'permit_expiry_told_at'),
    ],
    publishing_policy: ['INSERT'],
  },
  settings: [publishRequestsPerDay],
  compose(platform, earlier: PublishingDependencies) {
    const { config, limits, live } = platform;
    const { agents, approvals, assets, gateway, operators, settings } = earlier;
    const rules = composePublishingPolicy(platform, earlier);
    const sources = new Sources({ approvals, assets: assets.reads, findRun: gateway.findRun });
    const digest = keyedDigest(config.encryptionKey, 'publish requests by idempotency key');
    const service = new PublishingService({ approvals, sources, policy: rules.policy, limits, settings, digest });
    const permits = new Permits({
      approvals,
      isStillApproved: approvalValidity(operators, approvals),
      isEnabled: enabledActor(agents),
    });
    const api: PublishingApi = service;
    const externalActions = composeExternalActions(platform, earlier, api);
    return {
      api,
      contributions: {
        runSteps: { 'external-actions': externalActions.step },
        changeMakers: { PUBLISHING_POLICY: rules.changeMaker },
        approvalDescriptions: { PUBLISH_REQUEST: describeRequest({ approvals, seals: earlier.seals }) },
      },
      resolvers: [
        new PublishRequestResolver({ publishing: service, permits, approvals, live }),
        ...rules.resolvers,
        ...externalActions.resolvers,
      ],
      nodes: {
        publishRequest: (ctx, id) => service.find(ctx, id),
        publishPolicy: rules.find,
        externalTool: externalActions.find,
        async permit(ctx, id) {
          const request = await service.ofPermit(ctx, id);
          return request && permits.of(ctx, request);
        },
      },
      reads: { ...publishingReads, ...publishingPolicyReads, ...externalToolReads },
      published: publishedOfPublishing,
      metrics: externalActions.metrics,
      atStart: rules.atStart,
      listeners: [publishDecisions],
      checks: [publishingCheck(approvals)],
      upkeep: { 'expired permits': publishExpiredPermits },
    };
  },
});
