import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { TestDatabase } from '../../support/database.ts';
import type { Secrets } from './secrets.ts';

/** Something that is looked through, and the secrets that may stand there. */
export interface Place {
  where: string;
  text: string;
  allowed?: readonly string[];
}

/** What stands where it may not, one line for each. */
export function findings(secrets: Secrets, places: readonly Place[]): string[] {
  const lines = places.flatMap(({ where, text, allowed }) =>
    secrets.in(text, allowed).map((name) => `${name}: ${where}`),
  );
  return [...new Set(lines)].toSorted();
}

/** A text by its lines, each a place of its own, so that what is found says where. */
export function linesOf(where: string, text: string): Place[] {
  return text.split('\n').map((line) => ({ where: `${where} ${line.slice(0, 300)}`, text: line }));
}

/** Every row of every table, as text. */
export async function rowsOf(database: TestDatabase): Promise<Place[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'`,
  );
  const places: Place[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ text: string; id: string | null }>(
      `select row_to_json(t)::text as text from ${name} t`,
    );
    // Content in JSON in JSON has its quotation marks escaped once more: that hides none of what is random.
    places.push(...rows.map(({ text }) => ({ where: `${name} ${text.slice(0, 200)}`, text })));
  }
  return places;
}

/** Every file of a folder. @param except those that are documented to hold a secret, by their path in it */
export function filesOf(folder: string, except: readonly string[] = []): Place[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const where = path.relative(folder, file);
    return except.includes(where) ? [] : [{ where, text: readFileSync(file, 'latin1') }];
  });
}

type Answer = (request: { headers: object; body: string }) => [status: number, text: string];

/** A server that keeps what it is sent. */
export class Keeper implements AsyncDisposable {
  readonly received: Place[] = [];
  readonly #server: Server;

  private constructor(answer: Answer) {
    this.#server = createServer(async (req, res) => {
      const bytes = await buffer(req);
      const body = (req.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('latin1');
      const { headers } = req;
      this.received.push({ where: `${req.method} ${req.url}`, text: `${req.url} ${JSON.stringify(headers)} ${body}` });
      const [status, text] = answer({ headers, body });
      res.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  }

  static async listen(answer: Answer = () => [200, '']): Promise<Keeper> {
    const keeper = new Keeper(answer);
    await new Promise<void>((resolve) => keeper.#server.listen(0, '127.0.0.1', resolve));
    return keeper;
  }

  get authority(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
