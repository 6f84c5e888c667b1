import { Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessForEverybody } from '../platform/auth/access.ts';
import { Role } from '../platform/auth/roles.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { NAMES } from '../platform/names.ts';

/** More than there are. */
const MAX_PERMISSIONS = 200;

@ObjectType({ description: 'Something that can be allowed: what roles are made of, and scopes of tokens and keys.' })
class PermissionDescription {
  @Field(() => String, { description: 'As scopes name it, e.g. `settings:read`.' })
  readonly name!: string;

  @Field(() => String, { description: 'What it allows, in words.' })
  readonly title!: string;

  @AtMost(Object.keys(Role).length)
  @Field(() => [Role], { description: 'Who has it. Nobody, where the list is empty.' })
  readonly roles!: readonly Role[];
}

/** What roles and scopes mean, for whoever hands them out. */
@Resolver()
export class PermissionsResolver {
  @AccessForEverybody()
  @AtMost(MAX_PERMISSIONS)
  @Query(() => [PermissionDescription], {
    description: 'All that can be allowed, and which role allows it, by name. It is the same for everybody who asks.',
  })
  permissions(): PermissionDescription[] {
    return [...NAMES.permissions]
      .map(([name, { title, roles }]) => ({ name, title, roles }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }
}
