import { agents } from './agents/index.ts';
import { approvals } from './approvals/index.ts';
import { assets } from './assets/index.ts';
import { audit } from './audit/index.ts';
import { backup } from './backup/index.ts';
import { chain } from './chain/index.ts';
import { customers } from './customers/index.ts';
import { documents } from './documents/index.ts';
import { inOrder } from './feature.ts';
import { gateway } from './gateway/index.ts';
import { health } from './health/index.ts';
import { log } from './log/index.ts';
import { mcp } from './mcp/index.ts';
import { metrics } from './metrics/index.ts';
import { models } from './models/index.ts';
import { operators } from './operators/index.ts';
import { partners } from './partners/index.ts';
import { providers } from './providers/index.ts';
import { publishing } from './publishing/index.ts';
import { redaction } from './redaction/index.ts';
import { renders } from './renders/index.ts';
import { sanctuary } from './sanctuary/index.ts';
import { seals } from './seals/index.ts';
import { settings } from './settings/index.ts';
import { site } from './site/index.ts';
import { webhooks } from './webhooks/index.ts';

/**
 * Features of the service in order of dependency: each may use those before it. The dependency checker reads this list as well.
 * Authenticators of the features are tried in this order, after those that need no database and the one whose prefix the token
 * has.
 */
export const FEATURES = inOrder([
  site,
  metrics,
  settings,
  operators,
  log,
  chain,
  audit,
  approvals,
  models,
  customers,
  agents,
  redaction,
  providers,
  documents,
  gateway,
  assets,
  renders,
  seals,
  publishing,
  partners,
  webhooks,
  mcp,
  backup,
  health,
  sanctuary,
]);
