import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../../platform/database/database.ts';
import type { PublishChannel } from '../publish-action.ts';
import type { ToolNameMatch } from './tool-name-match.ts';

/** Mark of a tool whose calls need approval. */
export interface ExternalToolMark {
  readonly id: string;
  /** Name or prefix of the tool's name, in lower case. */
  readonly name: string;
  readonly match: ToolNameMatch;
  readonly channel: PublishChannel;
  readonly targetPointers: readonly string[];
  readonly targetPrefix: string;
  readonly markedFor: string;
}

type MarkRow = [string, string, ToolNameMatch, PublishChannel, string[], string, string];

const ALL_MARKS = {
  name: 'outward_tools',
  text: `select jsonb_agg(jsonb_build_array(id, name, match, channel, target_pointers, target_prefix, marked_for) order by id) from outward_tool`,
};

/** Reads the marks of all tools whose calls need approval, in the order of their ids. */
export async function findMarks(database: Database): Promise<ExternalToolMark[]> {
  const rows = (await database.readValue<MarkRow[] | null>(ALL_MARKS, [])) ?? [];
  return rows.map(([id, name, match, channel, targetPointers, targetPrefix, markedFor]) => {
    return { id, name, match, channel, targetPointers, targetPrefix, markedFor };
  });
}

/**
 * Deletes the mark of a tool, so that its calls need no approval any more.
 * @returns false if the mark doesn't exist
 */
export async function deleteMark(em: EntityManager, id: string): Promise<boolean> {
  const deleted = await sql(em, 'delete from outward_tool where id = $1 returning id', [id]);
  return deleted.length > 0;
}
