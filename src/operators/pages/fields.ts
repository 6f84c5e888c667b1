import { escapeHtml } from '../../site/index.ts';

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  /** What password managers and browsers fill in. */
  autocomplete: string;
  value?: string;
  hint?: string;
  /** What is wrong with what was typed. */
  fault?: string | null;
  maxLength?: number;
  isFirst?: boolean;
}

/** A labelled field of a form. What is said about it is read out with it. */
export function field({ name, label, type, autocomplete, value = '', hint, fault, maxLength, isFirst }: Field): string {
  const told = [...(hint ? [`${name}-hint`] : []), ...(fault ? [`${name}-fault`] : [])].join(' ');
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required`,
    ...(value === '' ? [] : [`value="${escapeHtml(value)}"`]),
    ...(maxLength === undefined ? [] : [`maxlength="${maxLength}"`]),
    ...(type === 'text' ? [] : ['autocapitalize="none" spellcheck="false"']),
    ...(told === '' ? [] : [`aria-describedby="${told}"`]),
    ...(fault ? ['aria-invalid="true"'] : []),
    ...(isFirst ? ['autofocus'] : []),
  ].join(' ');
  return `<label for="${name}">${escapeHtml(label)}</label>
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>\n` : ''}<input ${attributes}>${
    fault ? `\n<p class="fault" id="${name}-fault">${escapeHtml(fault)}</p>` : ''
  }`;
}

/** What a page says before everything else. */
export function said(text: string, tone: 'care' | 'bad' = 'care'): string {
  return `<div class="said" data-tone="${tone}" role="${tone === 'bad' ? 'alert' : 'status'}"><p>${escapeHtml(text)}</p></div>\n`;
}
