import { ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The partner has too many links, or the link has already ended.',
})
export class PartnerConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}
