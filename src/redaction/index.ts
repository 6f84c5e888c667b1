import type { CustomersApi } from '../customers/index.ts';
import { defineFeature } from '../feature.ts';
import type { SettingsApi } from '../settings/index.ts';
import { KnownNames } from './known-names.ts';
import { redactionConfig } from './redaction.config.ts';
import { CHANGES_NAMES } from './redaction.events.ts';
import { redactionNames } from './redaction.names.ts';
import { RedactionResolver } from './redaction.resolver.ts';
import { RedactionService } from './redaction.service.ts';
import { redactedTextsPerMinute } from './redaction.settings.ts';
import { RedactionMaps } from './redaction-maps.ts';
import { RedactionNames } from './redaction-names.entity.ts';
import { RedactionNamesResolver } from './redaction-names.resolver.ts';
import { RedactionNamesService } from './redaction-names.service.ts';
import type { NameList } from './text/name-list.ts';

export { countsOf, MOST_KINDS, RedactionCount } from './redaction.types.ts';
export { findAll } from './text/find.ts';
export { FindingKind, TooManyFindings } from './text/finding.ts';
export { NameList } from './text/name-list.ts';
export { placeholderKinds } from './text/placeholder.ts';
export { Redaction, type RedactionMap, redact } from './text/redact.ts';
export { type RestoreFormat, restore, TextRestorer } from './text/restore.ts';

/** API of redaction for other features. */
export interface RedactionApi {
  /** Names that are redacted for an account, at most one second old. */
  namesOf(accountId: string): Promise<NameList>;
}

/** A first layer of redaction without a model: data recognised by its form, its check digits, or a list of names. */
export const redaction = defineFeature({
  name: 'redaction',
  names: redactionNames,
  entities: [RedactionNames],
  tablePrivileges: { redaction_names: ['INSERT', 'UPDATE'] },
  enveloped: [{ table: 'redaction_names', column: 'names', context: 'customer_id' }],
  config: redactionConfig,
  settings: [redactedTextsPerMinute],
  compose(
    { config, database, encryption, limits, live },
    { customers, settings }: { customers: CustomersApi; settings: SettingsApi },
  ) {
    const names = new KnownNames(database, encryption);
    const forget = () => names.forgetAll();
    live.observe(CHANGES_NAMES, forget);
    const isOpen = config.of(redactionConfig).sandbox ?? config.demo;
    const maps = new RedactionMaps(encryption);
    const service = new RedactionService({ customers, limits, settings, names, maps, isOpen });
    const api: RedactionApi = { namesOf: (accountId) => names.of(accountId) };
    return {
      api,
      resolvers: [
        new RedactionResolver(service),
        new RedactionNamesResolver(new RedactionNamesService(customers, encryption, forget)),
      ],
      encryptedSample: async (em) => {
        const kept = await em.findOne(RedactionNames, { nameCount: { $gte: 0 } });
        return kept && { encrypted: kept.names, context: kept.customerId };
      },
    };
  },
});
