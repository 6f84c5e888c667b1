import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import type { CapabilityGroup as Group } from '../platform/health/capability.ts';
import { type Capabilities, type CapabilityReport, CapabilityState } from './capabilities.ts';

describeEnum(CapabilityState, 'CapabilityState', 'State of a capability.', {
  ON: 'Available, as far as the service knows.',
  OFF: 'Turned off by an operator or in the environment.',
  NOT_CONFIGURED: 'Not configured. `remedy` says what to do.',
  FAILING: 'Configured, but something that it needs does not work at the moment.',
  UNKNOWN: 'The service has not yet contacted what the capability needs, or its state could not be read.',
});

const CapabilityGroupName = {
  SERVICE: 'SERVICE',
  MODELS: 'MODELS',
  PROVIDERS: 'PROVIDERS',
  PROOF: 'PROOF',
  PEOPLE: 'PEOPLE',
  OUTSIDE: 'OUTSIDE',
} as const satisfies { [Name in Group]: Name };
describeEnum(CapabilityGroupName, 'CapabilityGroup', 'Group of a capability in the back office.', {
  SERVICE: 'Basis of the service, such as the database and storage.',
  MODELS: 'Tasks and engines.',
  PROVIDERS: 'Providers of models.',
  PROOF: 'Seals and the transparency log.',
  PEOPLE: 'Operators, approvals and signing in.',
  OUTSIDE: 'Integrations, webhooks and other outside connections.',
});

/** Maximum number of capabilities listed. Each feature has a few. */
const MOST = 100;
const MOST_VARIABLES = 10;

@ObjectType('ServiceCapability', {
  description: 'A capability of this installation and its state.',
})
class CapabilityReportView {
  @Field(() => String, { description: 'Stable name, e.g. `time-stamps`. Its meaning never changes.' })
  readonly name: string;
  @Field(() => CapabilityGroupName, { description: 'Group of the capability in the back office.' })
  readonly group: Group;
  @Field(() => String, { description: 'Display title.' }) readonly title: string;
  @Field(() => String, { description: 'Purpose of the capability, in a sentence.' }) readonly description: string;
  @Field(() => CapabilityState, { description: 'Current state of the capability.' }) readonly state: CapabilityState;
  @Field(() => String, { description: 'Explanation of the capability’s current state.' }) readonly detail: string;
  @Field(() => String, {
    nullable: true,
    description: 'Step to enable or extend the capability. Null if there is nothing to do.',
  })
  readonly remedy: string | null;
  @AtMost(MOST_VARIABLES)
  @Field(() => [String], { description: 'Environment variables that configure the capability.' })
  readonly environmentVariables: readonly string[];
  @Field(() => String, {
    nullable: true,
    description:
      'Page of the back office that configures the capability, e.g. `/admin/gateway/keys`. Null if no page does.',
  })
  readonly screen: string | null;

  constructor({ capability, state, detail, remedy }: CapabilityReport) {
    this.name = capability.name;
    this.group = capability.group;
    this.title = capability.title;
    this.description = capability.description;
    this.state = state;
    this.detail = detail;
    this.remedy = remedy;
    this.environmentVariables = capability.variables ?? [];
    this.screen = capability.screen ?? null;
  }
}

/**
 * Query for the state of the capabilities that depend on this installation’s configuration, for operators. The query
 * `capabilities` lists the others.
 */
@Resolver()
export class CapabilityReportsResolver {
  readonly #capabilities: Capabilities;

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities;
  }

  @AccessFor('facilities:read')
  @AtMost(MOST)
  @Query(() => [CapabilityReportView], {
    description:
      'Capabilities of this installation, each with the step that would enable or extend it, if there is one. Contains no secrets.',
  })
  async serviceCapabilities(@Ctx() ctx: Context): Promise<CapabilityReportView[]> {
    return (await this.#capabilities.report(ctx)).map((report) => new CapabilityReportView(report));
  }
}
