import { Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessForEveryone } from '../platform/auth/access.ts';
import { Role } from '../platform/auth/roles.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { REGISTRY } from '../platform/registry.ts';

/** Maximum length of the list. Fewer permissions exist. */
const MAX_PERMISSIONS = 200;

@ObjectType({ description: 'Permission, as used by roles and by the scopes of tokens and keys.' })
class PermissionDescription {
  @Field(() => String, { description: 'Name of the permission, e.g. `settings:read`.' })
  readonly name!: string;

  @Field(() => String, { description: 'Description of what the permission allows.' })
  readonly title!: string;

  @AtMost(Object.keys(Role).length)
  @Field(() => [Role], { description: 'Roles that have the permission. Empty if none has.' })
  readonly roles!: readonly Role[];
}

/** Lists all permissions, for callers who grant roles and scopes. */
@Resolver()
export class PermissionsResolver {
  @AccessForEveryone()
  @AtMost(MAX_PERMISSIONS)
  @Query(() => [PermissionDescription], {
    description: 'All permissions with the roles that have them, by name. The same for all callers.',
  })
  permissions(): PermissionDescription[] {
    return [...REGISTRY.permissions]
      .map(([name, { title, roles }]) => ({ name, title, roles }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }
}
