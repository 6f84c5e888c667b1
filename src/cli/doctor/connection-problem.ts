import type { UrlSetting } from '../../platform/database/single-connection.ts';
import { isCanceled, sqlstateOf } from '../../platform/database/sqlstate.ts';
import { tlsFailureReason } from '../../platform/database/tls-failure.ts';
import { lacksDatabase, unreachableReason } from '../../platform/errors/errors.ts';

/** Describes why a connection failed, with advice. PostgreSQL's message about a wrong URL contains no password. */
export function connectionProblem(
  error: unknown,
  setting: UrlSetting = 'DATABASE_URL',
): [detail: string, advice: string] {
  const distrust = tlsFailureReason(error);
  if (distrust !== null) return [distrust, `Fix ${setting}`];
  if (lacksDatabase(error))
    return [`it does not answer: ${unreachableReason(error)}`, `Check ${setting}, and that the server is running`];
  const message = error instanceof Error ? error.message : String(error);
  if (isCanceled(error)) {
    return [`it cancels statements: ${message}`, 'Raise statement_timeout of the account and the database'];
  }
  if (message.includes('no encryption')) {
    return [
      `it refuses the connection: ${message}`,
      `The server takes only TLS: add ?sslmode=verify-full to ${setting}`,
    ];
  }
  const advice = /^(28|3D)/.test(sqlstateOf(error) ?? '')
    ? `Fix ${setting}, or create the account and database that it names`
    : `Check ${setting}`;
  return [`it refuses the connection: ${message}`, advice];
}
