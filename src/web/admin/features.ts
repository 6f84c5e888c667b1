import { assetScreens } from '../../assets/web/index.ts';
import { auditScreens } from '../../audit/web/index.ts';

/** The features that bring screens, in the order in which their entries stand under each heading. */
export const SCREENS = [assetScreens, auditScreens];
