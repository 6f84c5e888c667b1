import { createHash } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { SharedRead } from '../platform/database/shared-read.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import type { PublishDisclaimerInput } from './seal.inputs.ts';
import { lockDisclaimer } from './seal.sql.ts';

export const DEFAULT_LANGUAGE = 'en';
const MAX_TEXT_LENGTH = 20_000;
/** A language with an optional script and region: `en`, `pt-BR`, `zh-Hant-TW`. */
const LANGUAGE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** The texts that are accepted by sealing, in numbered versions for each language. */
export class DisclaimerService {
  readonly #inForce: SharedRead<Disclaimer[]>;

  constructor(database: Database) {
    // Every text that is sealed asks, so a burst of them asks together.
    this.#inForce = new SharedRead(() => database.orm.em.fork().find(Disclaimer, {}, { orderBy: { version: 'asc' } }));
  }

  /** The version that is in force; null when nothing was published in this language. */
  async current(language = DEFAULT_LANGUAGE): Promise<Disclaimer | null> {
    return (await this.#inForce.get()).findLast((disclaimer) => disclaimer.language === language) ?? null;
  }

  /** Publishes the next version of a language. The same text again gives the version that is in force. */
  async publish({ em, clock }: Context, input: PublishDisclaimerInput): Promise<Disclaimer | InputInvalid> {
    const issues: ValueIssue[] = [];
    if (!LANGUAGE.test(input.language)) {
      issues.push({ pointer: '/language', detail: 'Write the language as in BCP 47, e.g. `en` or `pt-BR`.' });
    }
    if (input.text.trim() === '' || input.text.length > MAX_TEXT_LENGTH) {
      issues.push({ pointer: '/text', detail: `The text has 1 to ${MAX_TEXT_LENGTH} characters.` });
    }
    if (issues.length > 0) return new InputInvalid(issues);

    return em.transactional(async (inner) => {
      await lockDisclaimer(inner, input.language);
      const latest = await inner.findOne(Disclaimer, { language: input.language }, { orderBy: { version: 'desc' } });
      if (latest?.text === input.text) return latest;
      const next = inner.create(Disclaimer, {
        language: input.language,
        version: (latest?.version ?? 0) + 1,
        text: input.text,
        sha256: createHash('sha256').update(input.text, 'utf8').digest('hex'),
        publishedAt: clock.now(),
      });
      await inner.persist(next).flush();
      return next;
    });
  }
}
