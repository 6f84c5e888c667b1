import { GraphQLJSONObject } from 'graphql-scalars';
import { type ClassType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { resultOf } from '../graphql/schema/mutation-result.ts';
import type { Problem } from '../graphql/schema/problem.ts';
import { ChangeHeld } from '../held-changes/change-held.ts';

/** What somebody publishes. */
export interface PublicationInput {
  document: Record<string, unknown>;
  reason: string;
  /** The version that was edited. */
  basedOnVersion: number;
}

/** Which earlier version somebody goes back to. */
export interface RestorationInput {
  version: number;
  reason: string;
}

export interface PublicationWords<Version extends object, Problems extends readonly ClassType<Problem>[]> {
  /** Of the mutations, in upper camel case: `RoutingPolicy` makes `PublishRoutingPolicyInput`. */
  name: string;
  /** In a sentence, e.g. `policy`. */
  noun: string;
  version: ClassType<Version>;
  /** Under which the payloads have the version, e.g. `routingPolicy`. */
  field: string;
  /** What there is to say of the document that is sent, beside its form. */
  document?: string;
  /** Beside being held. */
  problems: Problems;
}

/** The inputs and results of publishing a document and of going back to an earlier version. */
export function publicationTypes<Version extends object, const Problems extends readonly ClassType<Problem>[]>({
  name,
  noun,
  version,
  field,
  document = '',
  problems,
}: PublicationWords<Version, Problems>) {
  @InputType(`Publish${name}Input`, { description: `A ${noun} that is to be in force.` })
  class PublishInput implements PublicationInput {
    @Field(() => GraphQLJSONObject, {
      description: `All of it, in the form of \`${version.name}.document\`.${document}`,
    })
    document!: Record<string, unknown>;

    @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
    reason!: string;

    @Field(() => Int, { description: 'The number of the version that was edited. It has to be the newest one still.' })
    basedOnVersion!: number;
  }

  @InputType(`Restore${name}Input`, { description: `Which earlier ${noun} is to be in force again.` })
  class RestoreInput implements RestorationInput {
    @Field(() => Int, { description: 'The number of the version whose document is to be published again.' })
    version!: number;

    @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
    reason!: string;
  }

  abstract class InForce {
    constructor(inForce: Version) {
      Object.assign(this, { [field]: inForce });
    }
  }

  @ObjectType(`Published${name}`, {
    description: 'The version is in force: here at once, in other processes within a second.',
  })
  class PublishedVersion extends InForce {}

  @ObjectType(`Restored${name}`, {
    description: `The earlier ${noun} is in force again, as a version of its own.`,
  })
  class RestoredVersion extends InForce {}

  for (const { prototype } of [PublishedVersion, RestoredVersion]) {
    Field(() => version, {
      nullable: true,
      description:
        'The next version, or the newest one where it says the same. Null when part of it could not be read.',
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
