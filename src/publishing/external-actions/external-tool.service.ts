import { type CustomersApi, OWN_USE_ID } from '../../customers/index.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { lockName } from '../../platform/database/advisory-lock.sql.ts';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import { isId } from '../../platform/ids.ts';
import { ExternalTool, SERVICE_WIDE } from './external-tool.entity.ts';
import {
  MAX_POINTER_LENGTH,
  MAX_POINTERS,
  MAX_PREFIX_LENGTH,
  type MarkExternalToolInput,
} from './external-tool.inputs.ts';
import { ExternalToolConflict } from './external-tool.problems.ts';
import { deleteMark } from './external-tool.sql.ts';
import { ToolNameMatch } from './tool-name-match.ts';

declare module '../../platform/events/outbox.ts' {
  interface Events {
    'outward-tools.changed': { externalToolId: string };
  }
}

/** Maximum number of tools that need approval. Each process caches all of them and compares every tool call with them. */
const MAX_MARKS = 1_000;
const NAME = /^[a-z0-9_-]{1,64}$/;
/** JSON pointer (RFC 6901) with at least one member, because the arguments as a whole can’t be a recipient. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/u;

const findTool = entityFinder(ExternalTool, ({ principal }) => (can(principal, 'publishing:read') ? {} : null));

/** Reads, adds and removes marks of tools. Calls of a marked tool need approval. */
export class ExternalToolService {
  readonly #customers: Pick<CustomersApi, 'exists'>;
  readonly #onChange: () => void;

  /** @param onChange called after each change, so that this process refreshes its cache of marks */
  constructor(customers: Pick<CustomersApi, 'exists'>, onChange: () => void) {
    this.#customers = customers;
    this.#onChange = onChange;
  }

  /** Marks a tool, so that its calls need approval. Returns the existing mark if it has the same values. */
  async mark(ctx: Context, input: MarkExternalToolInput): Promise<ExternalTool | InputInvalid | ExternalToolConflict> {
    const issues = issuesOf(input);
    if (issues.length > 0) return new InputInvalid(issues);
    const fault = input.customerId == null ? null : await this.#faultOfCustomer(input.customerId);
    if (fault) return new InputInvalid([{ pointer: '/customerId', detail: fault }]);
    const { channel, targetPointers } = input;
    const name = input.name.toLowerCase();
    const match = input.match ?? ToolNameMatch.EXACT;
    const targetPrefix = input.targetPrefix ?? '';
    const markedFor = input.customerId ?? SERVICE_WIDE;
    const marked = await ctx.transactional(async (inner) => {
      // This lock prevents concurrent requests from exceeding the maximum number of marks together.
      await lockName(inner.em, 'outward tools');
      const there = await inner.em.findOne(ExternalTool, { name, match, markedFor });
      if (there) {
        const isTheSame =
          there.channel === channel &&
          there.targetPrefix === targetPrefix &&
          JSON.stringify(there.targetPointers) === JSON.stringify(targetPointers);
        return isTheSame ? there : new ExternalToolConflict(there);
      }
      if ((await inner.em.count(ExternalTool)) >= MAX_MARKS) {
        const detail = `The limit of ${MAX_MARKS.toLocaleString('en')} tools is reached. Mark a prefix instead of many names.`;
        return new InputInvalid([{ pointer: '/name', detail }]);
      }
      const tool = inner.em.create(ExternalTool, {
        name,
        match,
        channel,
        targetPointers,
        targetPrefix,
        markedFor,
        markedBy: ctx.principal.actor,
      });
      await inner.em.persist(tool).flush();
      publish(inner, 'outward-tools.changed', { externalToolId: tool.id });
      return tool;
    });
    this.#onChange();
    return marked;
  }

  /** Deletes the mark of a tool, so that its calls need no approval any more. Publish requests that were filed before stay. */
  async unmark(ctx: Context, id: string): Promise<string | NotFound> {
    const unmarked = await ctx.transactional(async (inner) => {
      if (!(await deleteMark(inner.em, id))) return new NotFound(id);
      publish(inner, 'outward-tools.changed', { externalToolId: id });
      return id;
    });
    this.#onChange();
    return unmarked;
  }

  find(ctx: Context, id: string): Promise<ExternalTool | null> {
    return findTool(ctx, id);
  }

  /** Sentence that says why a tool can’t be marked for this customer. Null if it can. */
  async #faultOfCustomer(customerId: string): Promise<string | null> {
    if (customerId === OWN_USE_ID)
      return 'The service account calls no tools. Leave `customerId` out to require approval for all callers.';
    return (await this.#customers.exists(customerId)) ? null : `Customer ${customerId} doesn’t exist.`;
  }
}

function issuesOf({ name, targetPointers, targetPrefix, customerId }: MarkExternalToolInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  const add = (pointer: string, detail: string) => issues.push({ pointer, detail });
  if (!NAME.test(name.toLowerCase())) {
    add('/name', 'The name of a tool has 1 to 64 letters, digits, `_` and `-`.');
  }
  if (targetPointers.length < 1 || targetPointers.length > MAX_POINTERS) {
    add(
      '/targetPointers',
      `Give 1 to ${MAX_POINTERS} JSON pointers to the recipients; ${targetPointers.length} were given.`,
    );
  }
  for (const [index, pointer] of targetPointers.slice(0, MAX_POINTERS).entries()) {
    if (pointer.length > MAX_POINTER_LENGTH || !POINTER.test(pointer)) {
      add(
        `/targetPointers/${index}`,
        `A JSON pointer starts with \`/\`, e.g. \`/to\`, and has at most ${MAX_POINTER_LENGTH} characters.`,
      );
    }
  }
  if ((targetPrefix ?? '').length > MAX_PREFIX_LENGTH) {
    add('/targetPrefix', `The prefix has ${targetPrefix!.length} characters. The maximum is ${MAX_PREFIX_LENGTH}.`);
  }
  if (customerId != null && !isId('customer', customerId)) add('/customerId', 'This isn’t the id of a customer.');
  return issues;
}
