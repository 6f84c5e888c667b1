import { escapeHtml } from '../../site/index.ts';

interface PasskeyForm {
  does: 'add' | 'show';
  action: string;
  /** WebAuthn options for the browser, as the library creates them. */
  options: object;
  button: string;
  hidden: Readonly<Record<string, string>>;
  /** Further HTML inside the form, above its button. */
  fields?: string;
}

/** Form into which `PASSKEY_SCRIPT` puts the browser's passkey response. Without scripts its button stays disabled. */
export function passkeyForm({ does, action, options, button, hidden, fields = '' }: PasskeyForm): string {
  const inputs = Object.entries({ ...hidden, passkey: '' }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form class="fields" method="post" action="${action}" data-passkey="${does}" data-options="${escapeHtml(JSON.stringify(options))}">
${inputs.join('\n')}
${fields}
<p class="actions"><button disabled>${escapeHtml(button)}</button></p>
<p class="hint" role="status"></p>
</form>`;
}
