import { agentsScreens } from '../../agents/web/index.ts';
import { approvalsScreens } from '../../approvals/web/index.ts';
import { assetScreens } from '../../assets/web/index.ts';
import { auditScreens } from '../../audit/web/index.ts';
import { customersScreens } from '../../customers/web/index.ts';
import { documentsScreens } from '../../documents/web/index.ts';
import { logScreens, routingScreens } from '../../gateway/web/index.ts';
import { healthScreens } from '../../health/web/index.ts';
import { modelsScreens } from '../../models/web/index.ts';
import { operatorsScreens } from '../../operators/web/index.ts';
import { partnersScreens } from '../../partners/web/index.ts';
import { providersScreens } from '../../providers/web/index.ts';
import { publishingScreens } from '../../publishing/web/index.ts';
import { renderScreens } from '../../renders/web/index.ts';
import { sealScreens } from '../../seals/web/index.ts';
import { settingsScreens } from '../../settings/web/index.ts';
import { webhooksScreens } from '../../webhooks/web/index.ts';

/** Screens by feature, in the order of their entries in each group of the navigation. */
export const SCREENS = [
  assetScreens,
  renderScreens,
  documentsScreens,
  approvalsScreens,
  publishingScreens,
  routingScreens,
  modelsScreens,
  providersScreens,
  logScreens,
  sealScreens,
  customersScreens,
  partnersScreens,
  operatorsScreens,
  agentsScreens,
  webhooksScreens,
  settingsScreens,
  auditScreens,
  healthScreens,
];
