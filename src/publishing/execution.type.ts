import { Field, ObjectType } from 'type-graphql';
import { CapabilityStatus } from '../gateway/index.ts';

@ObjectType({ description: 'Availability of automatic execution of approved external actions.' })
export class Execution {
  @Field(() => Boolean, { description: 'True if the service carries out approved actions itself.' })
  readonly available!: boolean;
  @Field(() => CapabilityStatus, { description: 'Status of the capability `outward-execution`, as in `capabilities`.' })
  readonly status!: CapabilityStatus;
}

/** The service doesn't carry out approved actions itself. All responses about this capability use this value. */
export const EXECUTION: Execution = { available: false, status: CapabilityStatus.ROADMAP };
