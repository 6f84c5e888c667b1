import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { integration } from '../platform/auth/principal.ts';
import { configFragment, optional } from '../platform/config.ts';
import { secretFile } from '../platform/secrets.ts';
import { InboundSecret } from './inbound-secret.ts';
import { Setting } from './setting.entity.ts';
import { settingNames } from './setting.names.ts';
import { SettingResolver } from './setting.resolver.ts';

const SECRET_NAME = 'integrations-inbound-secret';

export const settingsConfig = configFragment(
  z.object({ INTEGRATIONS_INBOUND_SECRET: optional(z.string().min(16)) }),
  ({ INTEGRATIONS_INBOUND_SECRET: given }, { kept }) => ({ inboundSecret: given ?? kept(SECRET_NAME) }),
);

/** Values of the back office. */
export const settings = defineFeature({
  name: 'settings',
  names: settingNames,
  entities: [Setting],
  config: settingsConfig,
  compose({ config: { of, dataDir }, database }) {
    const inboundSecret = new InboundSecret(database, of(settingsConfig).inboundSecret);
    return {
      api: {},
      resolvers: [new SettingResolver(inboundSecret)],
      authenticators: [
        new SecretAuthenticator(
          async () => [await inboundSecret.digest()],
          () => integration('inbound'),
        ),
      ],
      secretFiles: [{ title: 'integrations inbound secret', file: secretFile(dataDir, SECRET_NAME) }],
    };
  },
});
