import { createLogger, type Logger, type Plugin } from 'vite';
import { CUSTOM_PROPERTIES, FONT_FACES, FONTS_PATH } from '../../site/pure.ts';

const ID = 'virtual:look.css';
const RESOLVED = `\0${ID}`;

/** Vite plugin that resolves `import 'virtual:look.css'` to the fonts and CSS custom properties of all pages. */
export function lookStyle(): Plugin {
  return {
    name: 'look-style',
    config: () => ({ customLogger: loggerWithoutFonts() }),
    resolveId: (id) => (id === ID ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? FONT_FACES + CUSTOM_PROPERTIES : null),
  };
}

/**
 * Hides Vite's warnings that it leaves the URLs of fonts unchanged. They must stay unchanged, because all pages share these
 * files.
 */
function loggerWithoutFonts(): Logger {
  const logger = createLogger('warn');
  const isFont = (message: string) => message.includes(`${FONTS_PATH}/`);
  return {
    ...logger,
    warn: (message, options) => (isFont(message) ? undefined : logger.warn(message, options)),
    warnOnce: (message, options) => (isFont(message) ? undefined : logger.warnOnce(message, options)),
  };
}
