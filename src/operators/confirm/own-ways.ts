import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';
import type { PasswordHashes } from '../sign-in/password-hash.ts';

/** By what a person can show who it is. */
export interface OwnWays {
  password: boolean;
  passkey: boolean;
  code: boolean;
  /** By the provider of identities, as `oidc:<issuer>` names it. */
  oidc: boolean;
}

export async function waysOf({ em }: Context, operatorId: string): Promise<OwnWays> {
  const [ways] = await sql<OwnWays>(
    em,
    `select
       exists (select 1 from operator_account where operator_id = $1 and password is not null) as password,
       exists (select 1 from operator_passkey where operator_id = $1) as passkey,
       exists (select 1 from operator_totp where operator_id = $1 and confirmed_at is not null) as code,
       exists (select 1 from operator_account where operator_id = $1 and provider_id like 'oidc:%') as oidc`,
    [operatorId],
  );
  return ways!;
}

/** Whether it is the password of this person. */
export async function isPasswordOf(
  { em }: Context,
  hashes: PasswordHashes,
  operatorId: string,
  password: string,
): Promise<boolean> {
  const [account] = await sql<{ password: string }>(
    em,
    `select password from operator_account
     where operator_id = $1 and provider_id = 'credential' and password is not null`,
    [operatorId],
  );
  return account !== undefined && hashes.verify(account.password, password);
}
