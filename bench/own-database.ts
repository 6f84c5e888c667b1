import pg from 'pg';
import type { Bench } from './bench.ts';

/**
 * Creates a database on the server of the benchmark. With separate databases, one service doesn't use up the limits of another
 * service.
 */
export async function ownDatabase({ url, superuserUrl }: Bench['postgres'], name: string): Promise<string> {
  const own = new URL(url);
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`create database ${name} owner ${pg.escapeIdentifier(own.username)}`);
  await client.end();
  own.pathname = `/${name}`;
  return own.href;
}
