import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { operator, type Principal } from '../platform/auth/principal.ts';
import { configFragment, optional } from '../platform/config.ts';
import { digestOf, secretFile } from '../platform/secrets.ts';
import { fits } from '../platform/settings.ts';

const SECRET_NAME = 'admin-token';

const token = z.string().min(16);

export const operatorsConfig = configFragment(
  z.object({ ADMIN_TOKEN: optional(token) }),
  ({ ADMIN_TOKEN: given }, { kept }) => ({ adminToken: given ?? kept(SECRET_NAME, fits(token)) }),
);

/** What other features ask of the operators. */
export interface OperatorsApi {
  /** Whether somebody shows the token that the service was started with, which stands for no person. */
  isBootstrap(principal: Principal): boolean;
  /** Whether that one may decide what people have to: until there is one of them. */
  mayBootstrapDecide(): Promise<boolean>;
}

/** The people who run the service. So far there is one, who holds the token that the service was started with. */
export const operators = defineFeature({
  name: 'operators',
  config: operatorsConfig,
  compose({ config: { of, dataDir } }) {
    const digests = [digestOf(of(operatorsConfig).adminToken)];
    const bootstrap = operator('admin', ['ADMIN']);
    const api: OperatorsApi = {
      isBootstrap: ({ actor }) => actor === bootstrap.actor,
      // So far there is nobody else.
      mayBootstrapDecide: async () => true,
    };
    return {
      api,
      authenticators: [
        new SecretAuthenticator(
          () => digests,
          () => bootstrap,
        ),
      ],
      secretFiles: [{ title: 'operator token', file: secretFile(dataDir, SECRET_NAME) }],
    };
  },
});
