import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import type { CapabilityGroup as Group } from '../platform/health/capability.ts';
import { type Capabilities, type CapabilityReport, CapabilityState } from './capabilities.ts';

describeEnum(CapabilityState, 'FacilityState', 'State of a capability.', {
  ON: 'Available, as far as the service knows.',
  OFF: 'Turned off by an operator or in the environment.',
  NOT_CONFIGURED: 'Not configured. `remedy` says what to do.',
  FAILING: 'Configured, but something that it needs does not work at the moment.',
  UNKNOWN: 'Configured, but the service has not yet contacted what it needs.',
});

const CapabilityGroupName = {
  HOUSE: 'HOUSE',
  MODELS: 'MODELS',
  PROVIDERS: 'PROVIDERS',
  PROOF: 'PROOF',
  PEOPLE: 'PEOPLE',
  OUTSIDE: 'OUTSIDE',
} as const satisfies { [Name in Group]: Name };
describeEnum(CapabilityGroupName, 'FacilityGroup', 'Group of a capability in the back office.', {
  HOUSE: 'Basis of the service, such as the database and storage.',
  MODELS: 'Tasks and engines.',
  PROVIDERS: 'Providers of models.',
  PROOF: 'Seals and the transparency log.',
  PEOPLE: 'Operators, approvals and signing in.',
  OUTSIDE: 'Integrations, webhooks and other outside connections.',
});

/** Each part of the service has a few. */
const MOST = 100;
const MOST_VARIABLES = 10;

@ObjectType('Facility', {
  description: 'Something that this installation can do, does not do, or lacks something for.',
})
class CapabilityReportView {
  @Field(() => String, { description: 'E.g. `time-stamps`. Never changes its meaning.' }) readonly name: string;
  @Field(() => CapabilityGroupName, { description: 'What kind of thing it is.' }) readonly group: Group;
  @Field(() => String, { description: 'What it is called.' }) readonly title: string;
  @Field(() => String, { description: 'What it is for.' }) readonly description: string;
  @Field(() => CapabilityState, { description: 'Whether it can be used now.' }) readonly state: CapabilityState;
  @Field(() => String, { description: 'What that means here.' }) readonly detail: string;
  @Field(() => String, {
    nullable: true,
    description: 'What to do to have it, or more of it. Null where there is nothing to do.',
  })
  readonly remedy: string | null;
  @AtMost(MOST_VARIABLES)
  @Field(() => [String], { description: 'The variables of the environment that decide about it.' })
  readonly environmentVariables: readonly string[];
  @Field(() => String, {
    nullable: true,
    description: 'The address in the back office where it is decided about, e.g. `/admin/gateway/keys`.',
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

/** What the service can do where it runs, for operators: `capabilities` says what it can do anywhere. */
@Resolver()
export class CapabilityReportsResolver {
  readonly #capabilities: Capabilities;

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities;
  }

  @AccessFor('facilities:read')
  @AtMost(MOST)
  @Query(() => [CapabilityReportView], {
    description: 'What this installation can do now, and what is missing for the rest. Names no host and no secret.',
  })
  async facilities(@Ctx() ctx: Context): Promise<CapabilityReportView[]> {
    return (await this.#capabilities.report(ctx)).map((report) => new CapabilityReportView(report));
  }
}
