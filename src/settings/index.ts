import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import type { Config } from '../platform/config/config.ts';
import type { AnySetting } from '../platform/config/settings.ts';
import type { Database } from '../platform/database/database.ts';
import { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { secretFile } from '../platform/encryption/secrets.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { deleting, unaudited } from '../platform/upkeep/upkeep.ts';
import { inboundSecretCapability } from './inbound-secret.capability.ts';
import { InboundSecretResolver } from './inbound-secret.resolver.ts';
import { INBOUND_SECRET_FILE, inboundSecret } from './inbound-secret.ts';
import { InboundSecretRotationResolver } from './inbound-secret-rotation.resolver.ts';
import { integration, integrationViewer } from './integration.principal.ts';
import { SecretUseNotes } from './secret-use-notes.ts';
import { PreviousSecret, SecretUse, Setting, SettingChange } from './setting.entity.ts';
import { settingNames } from './setting.names.ts';
import { SettingResolver } from './setting.resolver.ts';
import { deleteEndedSecrets, deleteOldUses, findEncryptedSample } from './setting.sql.ts';
import { publishSettingNames } from './setting-name.ts';
import { Settings } from './settings.ts';

export { integration } from './integration.principal.ts';
export { SettingChangeView, SettingView } from './setting.types.ts';

/** API of this feature for other features: current values of the settings that they declared. */
export type SettingsApi = Pick<Settings, 'value' | 'checkedBy'>;

/** Settings API for a shell command, limited to these settings. */
export function settingsOf(settings: readonly AnySetting[], config: Config, database: Database): SettingsApi {
  const encryption = new EnvelopeEncryption(config.encryptionKey);
  return new Settings({ settings, config, database, encryption, hold: () => null });
}

/** Feature for settings that other features declare and operators change, with their history. */
export const settings = defineFeature({
  name: 'settings',
  names: settingNames,
  entities: [PreviousSecret, SecretUse, Setting, SettingChange],
  tablePrivileges: {
    setting: ['INSERT', 'UPDATE'],
    setting_change: ['INSERT'],
    setting_earlier_secret: ['INSERT', 'UPDATE', 'DELETE'],
    setting_secret_use: ['INSERT', 'UPDATE', 'DELETE'],
  },
  settings: [inboundSecret],
  enveloped: [{ table: 'setting', column: 'enveloped', context: 'name' }],
  compose({ config, contributed, database, encryption, logger, publicUrl, settings: all }) {
    publishSettingNames(all);
    const hold = () => contributed('changeHolds').SETTING ?? null;
    const settings = new Settings({ settings: all, config, database, encryption, hold });
    const api: SettingsApi = settings;
    const uses = new SecretUseNotes({ database, logger });
    return {
      api,
      contributions: { changeMakers: { SETTING: settings.changeMaker } },
      resolvers: [
        new SettingResolver(settings),
        new InboundSecretResolver(settings),
        new InboundSecretRotationResolver(settings, publicUrl, config.of(proxyConfig)),
      ],
      viewers: { INTEGRATION: integrationViewer },
      authenticators: [
        new SecretAuthenticator(
          () => settings.digests(inboundSecret),
          () => integration('inbound'),
          { used: (digest) => uses.note(inboundSecret.name, digest) },
        ),
      ],
      capabilities: [inboundSecretCapability(settings)],
      encryptedSample: findEncryptedSample,
      upkeep: {
        'expired secrets': deleting(({ em }) => deleteEndedSecrets(em)),
        'old uses of secrets': deleting(
          unaudited('The records are internal to the service.', ({ em }) => deleteOldUses(em)),
        ),
      },
      secretFiles: [{ title: 'integrations inbound secret', file: secretFile(config.dataDir, INBOUND_SECRET_FILE) }],
    };
  },
});
