// Must be the first import. If `editor.api` were imported first, Monaco's list of services would lack those of the full editor.
import 'monaco-editor/esm/vs/editor/edcore.main.js';
import { editor } from 'monaco-editor/esm/vs/editor/editor.api.js';
import { COLOURS, type Colours } from '../../pure.ts';

/** Names of the Monaco themes that this file defines, for GraphiQL's light and dark mode. */
export const editorTheme = { light: 'imprimatur-light', dark: 'imprimatur-dark' };

interface Ink {
  text: string;
  quiet: string;
  keyword: string;
  field: string;
  type: string;
  argument: string;
  string: string;
  number: string;
  popup: string;
  accent: string;
}

/**
 * Derives the colours of the editor from the design tokens. Each text colour has a contrast of at least 4.5:1 on every
 * background.
 */
function inkOf({ ink, soft, mark, care, surface }: Colours): Ink {
  return {
    text: ink,
    field: ink,
    quiet: soft,
    argument: soft,
    keyword: mark,
    type: mark,
    accent: mark,
    string: care,
    number: care,
    popup: surface,
  };
}

function theme(base: 'vs' | 'vs-dark', ink: Ink): editor.IStandaloneThemeData {
  const paint = (token: string, color: string) => ({ token, foreground: color });
  return {
    base,
    inherit: true,
    rules: [
      paint('', ink.text),
      paint('comment', ink.quiet),
      paint('keyword', ink.keyword),
      paint('key.identifier', ink.field),
      paint('type.identifier', ink.type),
      paint('argument.identifier', ink.argument),
      paint('annotation', ink.argument),
      paint('string', ink.string),
      paint('number', ink.number),
      paint('delimiter', ink.quiet),
      paint('string.key.json', ink.field),
      paint('string.value.json', ink.string),
      paint('number.json', ink.number),
      paint('keyword.json', ink.keyword),
    ],
    colors: {
      'editor.background': '#00000000',
      'editor.foreground': ink.text,
      'editorLineNumber.foreground': ink.quiet,
      'editorLineNumber.activeForeground': ink.text,
      'editorLineNumber.dimmedForeground': ink.quiet,
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, ink.quiet]),
      ),
      'scrollbar.shadow': '#00000000',
      'editorWidget.background': ink.popup,
      'editorHoverWidget.background': ink.popup,
      'editorSuggestWidget.background': ink.popup,
      'editorSuggestWidget.selectedBackground': `${ink.accent}22`,
      'editorSuggestWidget.selectedForeground': ink.text,
      'editorSuggestWidget.highlightForeground': ink.accent,
      'editorSuggestWidget.focusHighlightForeground': ink.accent,
      'quickInput.background': ink.popup,
      'quickInputList.focusBackground': `${ink.accent}22`,
      'quickInputList.focusForeground': ink.text,
      'menu.background': ink.popup,
      'menu.selectionBackground': `${ink.accent}22`,
      'menu.selectionForeground': ink.text,
      'list.hoverBackground': `${ink.accent}14`,
      'list.highlightForeground': ink.accent,
      'list.focusHighlightForeground': ink.accent,
      'textLink.foreground': ink.accent,
      'textLink.activeForeground': ink.accent,
      'editorLink.activeForeground': ink.accent,
      focusBorder: ink.accent,
    },
  };
}

/** Defines the themes. Call this before the first editor is created, because Monaco uses its white theme for unknown names. */
export function defineEditorThemes(): void {
  editor.defineTheme(editorTheme.light, theme('vs', inkOf(COLOURS.light)));
  editor.defineTheme(editorTheme.dark, theme('vs-dark', inkOf(COLOURS.dark)));
}
