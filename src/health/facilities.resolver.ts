import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import type { FacilityGroup as Group } from '../platform/health/facility.ts';
import { type Facilities, type FacilityReport, FacilityState } from './facilities.ts';

describeEnum(FacilityState, 'FacilityState', 'State of a capability.', {
  ON: 'Available, as far as the service knows.',
  OFF: 'Turned off by an operator or in the environment.',
  NOT_CONFIGURED: 'Not configured. `remedy` says what to do.',
  FAILING: 'Configured, but something that it needs does not work at the moment.',
  UNKNOWN: 'Configured, but the service has not yet contacted what it needs.',
});

const FacilityGroup = {
  HOUSE: 'HOUSE',
  MODELS: 'MODELS',
  PROVIDERS: 'PROVIDERS',
  PROOF: 'PROOF',
  PEOPLE: 'PEOPLE',
  OUTSIDE: 'OUTSIDE',
} as const satisfies { [Name in Group]: Name };
describeEnum(FacilityGroup, 'FacilityGroup', 'Group of a capability in the back office.', {
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
class FacilityView {
  @Field(() => String, { description: 'E.g. `time-stamps`. Never changes its meaning.' }) readonly name: string;
  @Field(() => FacilityGroup, { description: 'What kind of thing it is.' }) readonly group: Group;
  @Field(() => String, { description: 'What it is called.' }) readonly title: string;
  @Field(() => String, { description: 'What it is for.' }) readonly description: string;
  @Field(() => FacilityState, { description: 'Whether it can be used now.' }) readonly state: FacilityState;
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

  constructor({ facility, state, detail, remedy }: FacilityReport) {
    this.name = facility.name;
    this.group = facility.group;
    this.title = facility.title;
    this.description = facility.description;
    this.state = state;
    this.detail = detail;
    this.remedy = remedy;
    this.environmentVariables = facility.variables ?? [];
    this.screen = facility.screen ?? null;
  }
}

/** What the service can do where it runs, for operators: `capabilities` says what it can do anywhere. */
@Resolver()
export class FacilitiesResolver {
  readonly #facilities: Facilities;

  constructor(facilities: Facilities) {
    this.#facilities = facilities;
  }

  @AccessFor('facilities:read')
  @AtMost(MOST)
  @Query(() => [FacilityView], {
    description: 'What this installation can do now, and what is missing for the rest. Names no host and no secret.',
  })
  async facilities(@Ctx() ctx: Context): Promise<FacilityView[]> {
    return (await this.#facilities.report(ctx)).map((report) => new FacilityView(report));
  }
}
