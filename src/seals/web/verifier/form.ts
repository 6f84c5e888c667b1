import type { PageEvidence } from '../../pure.ts';
import { element } from './element.ts';
import { FileSlot } from './file-slot.ts';
import type { Given } from './given.ts';

export interface FormOptions {
  /** Null where the page is no seal's own. */
  evidence: PageEvidence | null;
  /** What was given has changed, so what was found no longer holds. */
  onChange: () => void;
  /** The reader wants to know. */
  onCheck: () => void;
}

/** Where the reader gives the copy and, as far as the page has not brought them along, the seal and the keys. */
export class VerifierForm {
  readonly element: HTMLFormElement;
  readonly #evidence: PageEvidence | null;
  readonly #artifact: FileSlot;
  readonly #bundle: FileSlot;
  readonly #trust: FileSlot;
  readonly #statuses: FileSlot;
  readonly #checkpoint: FileSlot;
  readonly #consistency: FileSlot;
  readonly #text = element('textarea', { id: 'text', rows: '6', spellcheck: 'false', 'aria-describedby': 'text-hint' });
  readonly #salt = element('input', {
    type: 'text',
    id: 'salt',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'salt-hint',
  });
  /** The file or the text, whichever was given last. */
  #isText = false;

  constructor({ evidence, onChange, onCheck }: FormOptions) {
    this.#evidence = evidence;
    const here = evidence ? 'Until you give one, the one that came with this page is used.' : undefined;
    const slot = (id: string, label: string, hint: string, without?: string, isMultiple?: boolean) =>
      new FileSlot({ id, label, hint, without, isMultiple, onChange: onCheck });
    this.#artifact = new FileSlot({
      id: 'artifact',
      label: 'The file',
      hint: 'Choose it or drop it here. It stays on your machine.',
      onChange: () => {
        this.#isText = false;
        onCheck();
      },
    });
    this.#bundle = slot('bundle', 'The seal', 'seal.sigstore.json, from the page of the seal.', here);
    this.#trust = slot(
      'trust',
      'The trust file',
      'trust.json, as you kept it or as your contract prints its keys.',
      here,
    );
    this.#statuses = slot(
      'statuses',
      'Later statements',
      'statuses.json, from the page of the seal: whether it was revoked or superseded.',
      here && 'Until you give any, those of this page are used.',
      true,
    );
    this.#checkpoint = slot(
      'checkpoint',
      'A checkpoint of the log',
      'Kept from earlier, by itself or in a seal.sigstore.json or seal.tlog-proof of any seal: the log must still hold all that it held then.',
    );
    this.#consistency = slot(
      'consistency',
      'The proof between both trees',
      'Wanted when the log has grown between the checkpoint and the seal. The result tells where to get it.',
    );
    this.#text.addEventListener('input', () => {
      this.#isText = this.#text.value !== '';
      onChange();
    });
    this.#salt.addEventListener('input', onChange);

    const kept = [this.#bundle.element, this.#trust.element];
    this.element = element(
      'form',
      { class: 'verifier', novalidate: true },
      this.#artifact.element,
      this.#textField(),
      ...(evidence ? [] : kept),
      element(
        'details',
        {},
        element(
          'summary',
          {},
          evidence ? 'Salt, or files that you kept yourself' : 'Salt, later statements, a checkpoint',
        ),
        this.#saltField(),
        ...(evidence ? kept : []),
        this.#statuses.element,
        this.#checkpoint.element,
        this.#consistency.element,
      ),
      element('button', { type: 'submit' }, 'Check'),
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      onCheck();
    });
    this.#takeStrayDrops();
  }

  get given(): Given {
    const evidence = this.#evidence;
    const [artifact] = this.#artifact.files;
    const [bundle] = this.#bundle.files;
    const [trust] = this.#trust.files;
    const statuses = this.#statuses.files;
    const [checkpoint] = this.#checkpoint.files;
    const [consistency] = this.#consistency.files;
    const ofPage = (name: string, text: string) => ({ name, text });
    return {
      artifact: this.#isText ? null : (artifact ?? null),
      text: this.#isText ? this.#text.value : null,
      salt: this.#salt.value,
      bundle: bundle ?? (evidence && ofPage('the seal of this page', evidence.bundle)),
      trust: trust ?? (evidence && ofPage('the trust file that came with this page', evidence.trust)),
      statuses: statuses.length > 0 ? statuses : (evidence?.statuses.map((text) => ofPage('a status', text)) ?? null),
      checkpoint: checkpoint ?? null,
      consistency: consistency ?? null,
    };
  }

  #textField(): HTMLElement {
    return element(
      'div',
      { class: 'slot' },
      element('label', { for: 'text' }, 'Or its text'),
      this.#text,
      element(
        'p',
        { class: 'hint', id: 'text-hint' },
        'A text field changes line ends. If the file is at hand, give the file: only it has the exact bytes.',
      ),
    );
  }

  #saltField(): HTMLElement {
    return element(
      'div',
      { class: 'slot' },
      element('label', { for: 'salt' }, 'The salt of a private seal'),
      this.#salt,
      element('p', { class: 'hint', id: 'salt-hint' }, 'Base64, as it was answered to whoever had the text sealed.'),
    );
  }

  /** A file that is dropped beside the slots is the copy; the browser would otherwise leave the page to open it. */
  #takeStrayDrops(): void {
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      if (event.dataTransfer?.files.length) this.#artifact.give(event.dataTransfer.files);
    });
  }
}
