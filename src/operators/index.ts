import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { operator } from '../platform/auth/principal.ts';
import { configFragment, optional } from '../platform/config.ts';
import { digestOf, secretFile } from '../platform/secrets.ts';
import { fits } from '../platform/settings.ts';

const SECRET_NAME = 'admin-token';

const token = z.string().min(16);

export const operatorsConfig = configFragment(
  z.object({ ADMIN_TOKEN: optional(token) }),
  ({ ADMIN_TOKEN: given }, { kept }) => ({ adminToken: given ?? kept(SECRET_NAME, fits(token)) }),
);

/** The people who run the service. So far there is one, who holds the token that the service was started with. */
export const operators = defineFeature({
  name: 'operators',
  config: operatorsConfig,
  compose({ config: { of, dataDir } }) {
    const digests = [digestOf(of(operatorsConfig).adminToken)];
    return {
      api: {},
      authenticators: [
        new SecretAuthenticator(
          () => digests,
          () => operator('admin', ['ADMIN']),
        ),
      ],
      secretFiles: [{ title: 'operator token', file: secretFile(dataDir, SECRET_NAME) }],
    };
  },
});
