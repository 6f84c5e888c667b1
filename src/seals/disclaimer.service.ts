import { createHash } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { SharedRead } from '../platform/database/shared-read.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import { languageTag, lookUpLanguage } from './language-tags.ts';
import type { PublishDisclaimerInput } from './seal.inputs.ts';
import { lockDisclaimer } from './seal.sql.ts';

export const DEFAULT_LANGUAGE = 'en';
const MAX_TEXT_LENGTH = 20_000;

/** Disclaimers to accept before sealing, in numbered versions per language. */
export class DisclaimerService {
  readonly #inForce: SharedRead<Disclaimer[]>;

  constructor(database: Database) {
    // Each text to seal needs the current disclaimer, so concurrent requests share one read.
    this.#inForce = new SharedRead(() => database.orm.em.fork().find(Disclaimer, {}, { orderBy: { version: 'asc' } }));
  }

  /** The current version in the language that fits best. Null if no published language fits. */
  async current(language = DEFAULT_LANGUAGE): Promise<Disclaimer | null> {
    const published = await this.#inForce.get();
    const found = lookUpLanguage(language, new Set(published.map((disclaimer) => disclaimer.language)));
    return published.findLast((disclaimer) => disclaimer.language === found) ?? null;
  }

  /** Publishes the next version of the disclaimer in a language. If the text is unchanged, returns the current version. */
  async publish({ em, clock }: Context, input: PublishDisclaimerInput): Promise<Disclaimer | InputInvalid> {
    const issues: ValueIssue[] = [];
    const language = languageTag(input.language);
    if (language === null) {
      issues.push({ pointer: '/language', detail: 'Use a language tag of BCP 47, e.g. `en` or `pt-BR`.' });
    }
    if (input.text.trim() === '' || input.text.length > MAX_TEXT_LENGTH) {
      issues.push({
        pointer: '/text',
        detail: `The text must have 1 to ${MAX_TEXT_LENGTH} characters, and not only white space.`,
      });
    }
    if (language === null || issues.length > 0) return new InputInvalid(issues);

    return em.transactional(async (inner) => {
      await lockDisclaimer(inner, language);
      const latest = await inner.findOne(Disclaimer, { language }, { orderBy: { version: 'desc' } });
      if (latest?.text === input.text) return latest;
      const next = inner.create(Disclaimer, {
        language,
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
