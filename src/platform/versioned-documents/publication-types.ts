import { GraphQLJSONObject } from 'graphql-scalars';
import { type ClassType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { resultOf } from '../graphql/schema/mutation-result.ts';
import type { Problem } from '../graphql/schema/problem.ts';
import { ChangeHeld } from '../held-changes/change-held.ts';

/** Input for publishing a version. */
export interface PublicationInput {
  document: Record<string, unknown>;
  reason: string;
  /** Number of the version that was edited. */
  ifVersion: number;
}

/** Input for restoring an earlier version. */
export interface RestorationInput {
  version: number;
  reason: string;
}

export interface PublicationWords<Version extends object, Problems extends readonly ClassType<Problem>[]> {
  /** Name of the document in GraphQL names, in upper camel case: `RoutingPolicy` makes `PublishRoutingPolicyInput`. */
  name: string;
  /** Word for the document in a sentence, e.g. `policy`. */
  noun: string;
  version: ClassType<Version>;
  /** Name of the payload field with the version, e.g. `routingPolicy`. */
  field: string;
  /** Text that is added to the description of the input field `document`. */
  document?: string;
  /** Problem types of the mutations, in addition to `ChangeHeld`. */
  problems: Problems;
}

/** Declares the GraphQL inputs and results of the mutations that publish a document or restore an earlier version. */
export function publicationTypes<Version extends object, const Problems extends readonly ClassType<Problem>[]>({
  name,
  noun,
  version,
  field,
  document = '',
  problems,
}: PublicationWords<Version, Problems>) {
  @InputType(`Publish${name}Input`, { description: `The ${noun} to publish.` })
  class PublishInput implements PublicationInput {
    @Field(() => GraphQLJSONObject, {
      description: `The complete document, in the form of \`${version.name}.document\`.${document}`,
    })
    document!: Record<string, unknown>;

    @Field(() => String, { description: 'Reason for this version, shown in the list of versions. Kept forever.' })
    reason!: string;

    @Field(() => Int, { description: 'Number of the version that was edited. It must still be the newest.' })
    ifVersion!: number;
  }

  @InputType(`Restore${name}Input`, { description: `The earlier ${noun} to restore.` })
  class RestoreInput implements RestorationInput {
    @Field(() => Int, { description: 'Number of the version whose document is published again.' })
    version!: number;

    @Field(() => String, {
      description: 'Reason for restoring the version, shown in the list of versions. Kept forever.',
    })
    reason!: string;
  }

  abstract class InForce {
    constructor(inForce: Version) {
      Object.assign(this, { [field]: inForce });
    }
  }

  @ObjectType(`Published${name}`, {
    description: 'The version is in force: immediately in this process, within a second in others.',
  })
  class PublishedVersion extends InForce {}

  @ObjectType(`Restored${name}`, {
    description: `The earlier ${noun} is in force again, as a new version.`,
  })
  class RestoredVersion extends InForce {}

  for (const { prototype } of [PublishedVersion, RestoredVersion]) {
    Field(() => version, {
      nullable: true,
      description:
        'The new version, or the newest one if the document equals it. Null if part of it could not be read: see `errors`.',
    })(prototype, field);
  }

  return {
    PublishInput,
    PublishedVersion,
    PublishResult: resultOf(`Publish${name}`, PublishedVersion, [...problems, ChangeHeld]),
    RestoreInput,
    RestoredVersion,
    RestoreResult: resultOf(`Restore${name}`, RestoredVersion, [...problems, ChangeHeld]),
  };
}
