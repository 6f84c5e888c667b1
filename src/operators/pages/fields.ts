import { escapeHtml } from '../../site/index.ts';

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  /** Value of the `autocomplete` attribute, for browsers and password managers. */
  autocomplete: string;
  value?: string;
  hint?: string;
  /** Error message for the field's current value. */
  fault?: string | null;
  maxLength?: number;
  isFirst?: boolean;
}

/** HTML of a labelled form field. Screen readers announce its hint and error with the label. */
export function field({ name, label, type, autocomplete, value = '', hint, fault, maxLength, isFirst }: Field): string {
  const describedBy = [...(hint ? [`${name}-hint`] : []), ...(fault ? [`${name}-fault`] : [])].join(' ');
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required`,
    ...(value === '' ? [] : [`value="${escapeHtml(value)}"`]),
    ...(maxLength === undefined ? [] : [`maxlength="${maxLength}"`]),
    ...(type === 'text' ? [] : ['autocapitalize="none" spellcheck="false"']),
    ...(describedBy === '' ? [] : [`aria-describedby="${describedBy}"`]),
    ...(fault ? ['aria-invalid="true"'] : []),
    ...(isFirst ? ['autofocus'] : []),
  ].join(' ');
  return `<label for="${name}">${escapeHtml(label)}</label>
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>\n` : ''}<input ${attributes}>${
    fault ? `\n<p class="fault" id="${name}-fault">${escapeHtml(fault)}</p>` : ''
  }`;
}

/** HTML of a notice at the top of a page. Screen readers announce the tone `bad` as an alert. */
export function said(text: string, tone: 'care' | 'bad' = 'care'): string {
  return `<div class="said" data-tone="${tone}" role="${tone === 'bad' ? 'alert' : 'status'}"><p>${escapeHtml(text)}</p></div>\n`;
}
