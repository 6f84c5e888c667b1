import { Field, ObjectType } from 'type-graphql';
import { CapabilityStatus } from '../gateway/index.ts';

@ObjectType({ description: 'Whether the service does outside what was approved.' })
export class Execution {
  @Field(() => Boolean, { description: 'Whether it does.' }) readonly available!: boolean;
  @Field(() => CapabilityStatus, { description: 'As `capabilities` has it of `outward-execution`.' })
  readonly status!: CapabilityStatus;
}

/** Nothing is sent by the service. What it says of itself says so everywhere. */
export const EXECUTION: Execution = { available: false, status: CapabilityStatus.ROADMAP };
