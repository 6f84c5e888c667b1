import { texts } from '../pages/texts.ts';

/** URL path of the script that asks for passkeys. */
export const PASSKEY_SCRIPT_PATH = '/admin/passkeys.js';

/**
 * Asks the browser for a passkey when a form is submitted, and puts the response into the form. The script only sends the form,
 * so a page can only do what its forms do.
 */
export const PASSKEY_SCRIPT = `'use strict';
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const button = form.querySelector('button');
  const said = form.querySelector('[role="status"]');
  const isAdded = form.dataset.passkey === 'add';
  if (!window.PublicKeyCredential || !PublicKeyCredential.parseRequestOptionsFromJSON) {
    said.textContent = ${JSON.stringify(texts.passkey.notSupported)};
    continue;
  }
  button.disabled = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = ${JSON.stringify(texts.passkey.asking)};
    try {
      const options = JSON.parse(form.dataset.options);
      const credential = isAdded
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      form.elements.passkey.value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      button.disabled = false;
      said.textContent = error.name === 'InvalidStateError'
        ? ${JSON.stringify(texts.passkey.existing)}
        : ${JSON.stringify(texts.passkey.canceled)};
    }
  });
}
`;
