/** One secret, and all the ways in which it is looked for. */
interface Kept {
  name: string;
  secret: string;
  spellings: readonly string[];
}

const FIRST_RANDOM = 12;

/** Everything that nobody may find anywhere, by name. */
export class Secrets {
  readonly #kept: Kept[] = [];

  /**
   * @param random what of it is random, if not what stands behind its prefix: its first characters alone are looked for as well
   * @param bytes what it stands for, where it is a spelling of bytes
   */
  add(name: string, secret: string, { random, bytes }: { random?: string; bytes?: Buffer } = {}): string {
    if (secret.length < FIRST_RANDOM) throw new Error(`${name} is too short to be told from what is no secret.`);
    const first = (random ?? secret.replace(/^(im[a-z]{2}|whsec)_/, '')).slice(0, FIRST_RANDOM);
    const raw = [Buffer.from(secret), ...(bytes ? [bytes] : [])];
    const spellings = new Set([
      secret,
      first,
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
      ...raw.flatMap((one) => [one.toString('hex'), ...base64Within(one)]),
    ]);
    this.#kept.push({ name, secret, spellings: [...spellings].filter((one) => one.length >= FIRST_RANDOM) });
    return secret;
  }

  get names(): string[] {
    return [...new Set(this.#kept.map(({ name }) => name))];
  }

  /** The names of those that stand in a text, in whatever spelling. */
  in(text: string, allowed: readonly string[] = []): string[] {
    const found = this.#kept.filter(({ name, spellings }) => {
      return !allowed.includes(name) && spellings.some((spelling) => text.includes(spelling));
    });
    return [...new Set(found.map(({ name }) => name))];
  }

  /** One of them, in each of its spellings: what a search has to find. */
  spellingsOf(name: string): readonly string[] {
    const kept = this.#kept.find((one) => one.name === name);
    if (!kept) throw new Error(`There is no secret ${name}.`);
    return kept.spellings;
  }
}

/** What stands of some bytes in the base64 of anything that holds them, wherever in it they begin; plain and for URLs. */
function base64Within(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Neither end is of these bytes alone.
    const inner = encoded.slice(before === 0 ? 0 : before + 1, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
