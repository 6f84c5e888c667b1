import { visibleText } from './text.ts';

/** Members of a statement or export that this version doesn't know, for display. */
export interface UnknownMembers {
  /** Paths of the members, such as `predicate.reviewedBy`. Long ones are cut off, and invisible characters are shown. */
  paths: string[];
  /** True if there are more than listed. */
  hasMore: boolean;
}

/** Maximum number of listed paths. A statement can have thousands of unknown members. */
const MAX_PATHS = 10;

/** Maximum length of a path. Enough for a URI, which in-toto recommends as the name of an extension. */
const MAX_PATH_LENGTH = 100;

/** Collects the unknown members of a document while it is parsed. */
export class UnknownMemberList {
  readonly #paths = new Set<string>();
  #hasMore = false;

  add(path: string): void {
    const shown = shownPath(path);
    if (this.#paths.has(shown)) return;
    if (this.#paths.size < MAX_PATHS) this.#paths.add(shown);
    else this.#hasMore = true;
  }

  addAll(members: UnknownMembers | undefined): void {
    for (const path of members?.paths ?? []) this.add(path);
    this.#hasMore ||= members?.hasMore ?? false;
  }

  /** The collected members. Undefined if there are none. */
  get found(): UnknownMembers | undefined {
    return this.#paths.size === 0 ? undefined : { paths: [...this.#paths], hasMore: this.#hasMore };
  }
}

/** Sentence that names unknown members. @param owner what has them, such as `the statement` */
export function unknownMembersSentence({ paths, hasMore }: UnknownMembers, owner: string): string {
  const named = paths.map((path) => JSON.stringify(path)).join(', ');
  return `This verifier doesn’t know these members of ${owner}: ${named}${hasMore ? ' and others' : ''}. They don’t change the result.`;
}

function shownPath(path: string): string {
  const characters = [...visibleText(path.slice(0, MAX_PATH_LENGTH).toWellFormed())];
  const isCut = path.length > MAX_PATH_LENGTH || characters.length > MAX_PATH_LENGTH;
  return isCut ? `${characters.slice(0, MAX_PATH_LENGTH).join('')}…` : characters.join('');
}
