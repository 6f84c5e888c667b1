import { z } from 'zod';
import { configFragment, hostList, optional } from '../platform/config/config.ts';

export const ALLOWED_HOSTS_VARIABLE = 'WEBHOOK_ALLOWED_HOSTS';

export const webhookConfig = configFragment(
  z.object({
    [ALLOWED_HOSTS_VARIABLE]: optional(hostList)
      .default([])
      .describe('Private or plain-HTTP host:port pairs that webhooks may be sent to. Default port: 80.'),
  }),
  (given) => ({ allowedHosts: given[ALLOWED_HOSTS_VARIABLE] }),
);
