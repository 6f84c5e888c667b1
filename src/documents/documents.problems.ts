import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';
import type { FileRefusal } from './document-file.ts';

@ObjectType({
  implements: Problem,
  description: 'The case has changed since the caller read it. Nothing was saved.',
})
export class CaseChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'Current version. Send it as `ifVersion` to overwrite it.' })
  readonly version: number;

  constructor(version: number) {
    super('CONFLICT', `The case has changed and is now at version ${version}. Read it again and repeat the change.`);
    this.version = version;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The state of the case doesn’t allow this operation, or one of its limits is reached.',
})
export class CaseConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

@ObjectType({
  implements: Problem,
  description: 'The file of the brief can’t be read. Nothing was checked.',
})
export class BriefRefused extends Problem {
  @Field(() => String, { description: 'Code of the reason, such as `ENCRYPTED`.' })
  readonly refusal: string;

  constructor({ reason, message }: FileRefusal) {
    super('INPUT_INVALID', message);
    this.refusal = reason;
  }
}
