import { pictureTools } from './picture-tools.ts';
import { publishTools } from './publish-tools.ts';
import { quotationTools } from './quotation-tools.ts';
import { sealTools } from './seal-tools.ts';
import { taskTools } from './task-tools.ts';

/** Tools of the MCP server, in the order in which it lists them. */
export const TOOLS = [...pictureTools, ...sealTools, ...taskTools, ...quotationTools, ...publishTools];
