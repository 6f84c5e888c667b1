import { type CustomersApi, HOUSE_ID } from '../../customers/index.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { lockName } from '../../platform/database/advisory-lock.sql.ts';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import { isId } from '../../platform/ids.ts';
import { HOUSE, OutwardTool } from './external-tool.entity.ts';
import {
  MAX_POINTER_LENGTH,
  MAX_POINTERS,
  MAX_PREFIX_LENGTH,
  type MarkToolOutwardInput,
} from './external-tool.inputs.ts';
import { OutwardToolConflict } from './external-tool.problems.ts';
import { deleteMark } from './external-tool.sql.ts';
import { ToolNameMatch } from './tool-name-match.ts';

declare module '../../platform/events/outbox.ts' {
  interface Events {
    'outward-tools.changed': { outwardToolId: string };
  }
}

/** Of all that there are: each process holds them in memory, and each call of a tool is compared with them. */
const MAX_MARKS = 1_000;
const NAME = /^[a-z0-9_-]{1,64}$/;
/** RFC 6901, with one member at the least: the whole of the arguments is no recipient. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/u;

const findTool = entityFinder(OutwardTool, ({ principal }) => (can(principal, 'publishing:read') ? {} : null));

/** Which tools write outside. */
export class ExternalToolService {
  readonly #customers: Pick<CustomersApi, 'exists'>;
  readonly #changed: () => void;

  /** @param changed called when marks have changed, so that this process knows at once */
  constructor(customers: Pick<CustomersApi, 'exists'>, changed: () => void) {
    this.#customers = customers;
    this.#changed = changed;
  }

  /** Marks a tool. One that is marked so already is answered: to mark it twice is to mark it once. */
  async mark(ctx: Context, input: MarkToolOutwardInput): Promise<OutwardTool | InputInvalid | OutwardToolConflict> {
    const issues = issuesOf(input);
    if (issues.length > 0) return new InputInvalid(issues);
    const fault = input.customerId == null ? null : await this.#faultOfCustomer(input.customerId);
    if (fault) return new InputInvalid([{ pointer: '/customerId', detail: fault }]);
    const { channel, targetPointers } = input;
    const name = input.name.toLowerCase();
    const match = input.match ?? ToolNameMatch.EXACT;
    const targetPrefix = input.targetPrefix ?? '';
    const markedFor = input.customerId ?? HOUSE;
    const marked = await ctx.transactional(async (inner) => {
      // No other tool is marked while they are counted.
      await lockName(inner.em, 'outward tools');
      const there = await inner.em.findOne(OutwardTool, { name, match, markedFor });
      if (there) {
        const isTheSame =
          there.channel === channel &&
          there.targetPrefix === targetPrefix &&
          JSON.stringify(there.targetPointers) === JSON.stringify(targetPointers);
        return isTheSame ? there : new OutwardToolConflict(there);
      }
      if ((await inner.em.count(OutwardTool)) >= MAX_MARKS) {
        const detail = `At most ${MAX_MARKS.toLocaleString('en')} tools are marked. Mark a prefix instead of many names.`;
        return new InputInvalid([{ pointer: '/name', detail }]);
      }
      const tool = inner.em.create(OutwardTool, {
        name,
        match,
        channel,
        targetPointers,
        targetPrefix,
        markedFor,
        markedBy: ctx.principal.actor,
      });
      await inner.em.persist(tool).flush();
      publish(inner, 'outward-tools.changed', { outwardToolId: tool.id });
      return tool;
    });
    this.#changed();
    return marked;
  }

  /** Its calls are handed on again. What was filed meanwhile stays filed. */
  async unmark(ctx: Context, id: string): Promise<string | NotFound> {
    const unmarked = await ctx.transactional(async (inner) => {
      if (!(await deleteMark(inner.em, id))) return new NotFound(id);
      publish(inner, 'outward-tools.changed', { outwardToolId: id });
      return id;
    });
    this.#changed();
    return unmarked;
  }

  find(ctx: Context, id: string): Promise<OutwardTool | null> {
    return findTool(ctx, id);
  }

  /** A mark for nobody would look as if calls were asked about that are handed on. */
  async #faultOfCustomer(customerId: string): Promise<string | null> {
    if (customerId === HOUSE_ID)
      return 'The house calls no tools for itself: leave this out, and it holds for everybody.';
    return (await this.#customers.exists(customerId)) ? null : 'There is no customer of this id.';
  }
}

function issuesOf({ name, targetPointers, targetPrefix, customerId }: MarkToolOutwardInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  const add = (pointer: string, detail: string) => issues.push({ pointer, detail });
  if (!NAME.test(name.toLowerCase())) {
    add('/name', 'The name of a tool has 1 to 64 letters, digits, `_` and `-`.');
  }
  if (targetPointers.length < 1 || targetPointers.length > MAX_POINTERS) {
    add('/targetPointers', `Say at 1 to ${MAX_POINTERS} places of its arguments whom it would reach.`);
  }
  for (const [index, pointer] of targetPointers.slice(0, MAX_POINTERS).entries()) {
    if (pointer.length > MAX_POINTER_LENGTH || !POINTER.test(pointer)) {
      add(
        `/targetPointers/${index}`,
        `A JSON pointer begins with \`/\`, e.g. \`/to\`: at most ${MAX_POINTER_LENGTH} characters.`,
      );
    }
  }
  if ((targetPrefix ?? '').length > MAX_PREFIX_LENGTH) {
    add('/targetPrefix', `At most ${MAX_PREFIX_LENGTH} characters are put before a target.`);
  }
  if (customerId != null && !isId('customer', customerId)) add('/customerId', 'This is no id of a customer.');
  return issues;
}
