import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { integration } from '../platform/auth/principal.ts';
import { secretFile } from '../platform/secrets.ts';
import { InboundSecretResolver } from './inbound-secret.resolver.ts';
import { INBOUND_SECRET_FILE, inboundSecret } from './inbound-secret.ts';
import { EarlierSecret, Setting, SettingChange } from './setting.entity.ts';
import { settingNames } from './setting.names.ts';
import { envelopedSample, forgetEnded } from './setting.repository.ts';
import { SettingResolver } from './setting.resolver.ts';
import { publishSettingNames } from './setting-name.ts';
import { Settings } from './settings.ts';

/** What other features may ask of the settings: the values in force of those they declared. */
export type SettingsApi = Pick<Settings, 'value'>;

/** Values of the back office: those that every feature declares, and what was done to them. */
export const settings = defineFeature({
  name: 'settings',
  names: settingNames,
  entities: [EarlierSecret, Setting, SettingChange],
  settings: [inboundSecret],
  enveloped: [{ table: 'setting', column: 'enveloped', context: 'name' }],
  compose({ config, database, encryption, settings: all }) {
    publishSettingNames(all);
    const settings = new Settings({ settings: all, config, database, encryption });
    const api: SettingsApi = settings;
    return {
      api,
      resolvers: [new SettingResolver(settings), new InboundSecretResolver(settings)],
      authenticators: [
        new SecretAuthenticator(
          () => settings.digests(inboundSecret),
          () => integration('inbound'),
        ),
      ],
      encryptedSample: envelopedSample,
      upkeep: { 'secrets whose time is over': ({ em }) => forgetEnded(em) },
      secretFiles: [{ title: 'integrations inbound secret', file: secretFile(config.dataDir, INBOUND_SECRET_FILE) }],
    };
  },
});
