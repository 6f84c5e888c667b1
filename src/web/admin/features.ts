import { auditScreens } from '../../audit/web/index.ts';
import { logScreens, routingScreens } from '../../gateway/web/index.ts';
import { modelsScreens } from '../../models/web/index.ts';
import { providersScreens } from '../../providers/web/index.ts';

/** The features that bring screens, in the order in which their entries stand under each heading. */
export const SCREENS = [routingScreens, modelsScreens, providersScreens, logScreens, auditScreens];
