import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessForEveryone } from '../platform/auth/access.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { type ConnectionHealth, type Health, type HealthReport, HealthStatus } from './health.ts';

describeEnum(HealthStatus, 'HealthStatus', 'Status as defined by the health check response format for HTTP APIs.', {
  PASS: 'The service and its dependencies work.',
  FAIL: 'A required dependency is down.',
  WARN: 'The service works, but an optional dependency is down.',
  UNKNOWN: 'The dependency has not been used yet, and the health report doesn’t test it.',
});

@ObjectType('ConnectionHealth', { description: 'Health of one dependency of the service.' })
class ConnectionHealthType implements ConnectionHealth {
  @Field(() => String, { description: 'Name of the dependency, such as `database`.' }) readonly name!: string;
  @Field(() => Boolean, { description: 'False if the dependency is down.' }) readonly ok!: boolean;
  @Field(() => Boolean, { description: 'True if the service can’t work without this dependency.' })
  readonly required!: boolean;
  @Field(() => HealthStatus, { description: 'Status of the dependency.' }) readonly status!: HealthStatus;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Duration of the test of this dependency, in milliseconds. 0 if it wasn’t tested.',
  })
  readonly latencyMs!: number;
}

@ObjectType('HealthReport', { description: 'Health of the service and its dependencies. At most one second old.' })
class HealthReportType implements Omit<HealthReport, 'canServe'> {
  @Field(() => Boolean, { description: 'True if all required dependencies are up.' }) readonly ok!: boolean;
  @Field(() => HealthStatus, { description: 'Status of the service.' }) readonly status!: HealthStatus;
  @Field(() => GraphQLDateTime, { description: 'Time when the dependencies were checked.' }) readonly checkedAt!: Date;
  // Limit of probes in the report. Each feature has one or two.
  @AtMost(50)
  @Field(() => [ConnectionHealthType], { description: 'Health of each dependency.' })
  readonly connections!: ConnectionHealthType[];
}

@Resolver()
export class HealthResolver {
  readonly #health: Health;

  constructor(health: Health) {
    this.#health = health;
  }

  @AccessForEveryone()
  @Query(() => HealthReportType, {
    description: 'Health of the service, for all callers. Contains names of dependencies, but no hosts.',
  })
  health(): Promise<HealthReport> {
    return this.#health.report();
  }
}
