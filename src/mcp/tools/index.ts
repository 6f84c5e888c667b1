import { pictureTools } from './picture-tools.ts';
import { publishTools } from './publish-tools.ts';
import { sealTools } from './seal-tools.ts';
import { taskTools } from './task-tools.ts';

/** All MCP tools. */
export const TOOLS = [...pictureTools, ...sealTools, ...taskTools, ...publishTools];
