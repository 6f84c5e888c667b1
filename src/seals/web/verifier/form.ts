import type { FileKind } from '../../../proof/file-kind.ts';
import type { PageEvidence } from '../../pure.ts';
import { element } from './element.ts';
import { FileSlot } from './file-slot.ts';
import { mergedStatuses, sortFiles } from './sort-files.ts';
import { texts } from './texts.ts';
import type { Source, VerifierInput } from './verifier-input.ts';

export interface FormOptions {
  /** Evidence included in the page of a seal. Null on other pages. */
  evidence: PageEvidence | null;
  /** Called when the user changes the input, which makes the last result outdated. */
  onChange: () => void;
  /** Called when the user requests a check, or adds files. */
  onCheck: () => void;
}

/** Form for the files to compare, and for the seal and keys if the page doesn’t include them. */
export class VerifierForm {
  readonly element: HTMLFormElement;
  readonly #evidence: PageEvidence | null;
  readonly #artifact: FileSlot;
  readonly #bundle: FileSlot;
  readonly #trust: FileSlot;
  readonly #statuses: FileSlot;
  readonly #checkpoint: FileSlot;
  readonly #consistency: FileSlot;
  readonly #more: HTMLDetailsElement;
  readonly #text = element('textarea', { id: 'text', rows: '6', spellcheck: 'false', 'aria-describedby': 'text-hint' });
  readonly #salt = element('input', {
    type: 'text',
    id: 'salt',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'salt-hint',
  });
  /** True if the user last entered a text, false if the user last chose files. */
  #isText = false;
  /** Chosen or dropped files that aren’t yet assigned to an input of the form. */
  #unsorted: File[] = [];
  #copies: File[] = [];

  constructor({ evidence, onChange, onCheck }: FormOptions) {
    this.#evidence = evidence;
    const here = evidence ? texts.form.defaultFile : undefined;
    const onDropSeveral = (files: File[]) => {
      this.#unsorted.push(...files);
      onCheck();
    };
    const slot = (id: string, label: string, hint: string, without?: string, isMultiple?: boolean) =>
      new FileSlot({ id, label, hint, without, isMultiple, onChoose: onCheck, onDropSeveral });
    this.#artifact = new FileSlot({
      id: 'artifact',
      label: texts.form.file,
      hint: texts.form.fileHint,
      isMultiple: true,
      onChoose: (files) => {
        if (files.length === 0) this.#copies = [];
        onDropSeveral(files);
      },
      onDropSeveral,
    });
    this.#bundle = slot('bundle', texts.form.seal, texts.form.sealHint, here, true);
    this.#trust = slot('trust', texts.form.trust, texts.form.trustHint, here);
    this.#statuses = slot(
      'statuses',
      texts.form.statuses,
      texts.form.statusesHint,
      here && texts.form.defaultStatements,
      true,
    );
    this.#checkpoint = slot('checkpoint', texts.form.checkpoint, texts.form.checkpointHint);
    this.#consistency = slot('consistency', texts.form.consistency, texts.form.consistencyHint);
    this.#text.addEventListener('input', () => {
      this.#isText = this.#text.value !== '';
      onChange();
    });
    this.#salt.addEventListener('input', onChange);

    const sealAndTrust = [this.#bundle.element, this.#trust.element];
    this.#more = element(
      'details',
      {},
      element('summary', {}, evidence ? texts.form.moreOnSealPage : texts.form.more),
      this.#saltField(),
      ...(evidence ? sealAndTrust : []),
      this.#statuses.element,
      this.#checkpoint.element,
      this.#consistency.element,
    );
    this.element = element(
      'form',
      { class: 'verifier', novalidate: true },
      this.#artifact.element,
      this.#textField(),
      ...(evidence ? [] : sealAndTrust),
      this.#more,
      element('button', { type: 'submit' }, texts.form.check),
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      onCheck();
    });
    this.#acceptDropsAnywhere(onDropSeveral);
  }

  /** Reads the form’s files and texts, after files dropped together were sorted into their inputs. */
  async given(signal: AbortSignal): Promise<VerifierInput> {
    await this.#sort(signal);
    const evidence = this.#evidence;
    const ofPage = (name: string, text?: string) => (text === undefined ? [] : [{ name, text }]);
    const orOfPage = ({ files }: FileSlot, name: string, text?: string) =>
      files.length > 0 ? files : ofPage(name, text);
    const statuses = this.#statuses.files;
    return {
      copies: this.#isText ? [] : this.#copies,
      unused: this.#isText ? this.#copies : [],
      text: this.#isText ? this.#text.value : null,
      salt: this.#salt.value,
      seals: orOfPage(this.#bundle, texts.sources.sealOfPage, evidence?.bundle),
      trust: orOfPage(this.#trust, texts.sources.trustOfPage, evidence?.trust),
      statuses:
        statuses.length > 0
          ? statuses
          : (evidence?.statuses.flatMap((text) => ofPage(texts.sources.statusOfPage, text)) ?? null),
      checkpoint: this.#checkpoint.files,
      consistency: this.#consistency.files,
    };
  }

  async #sort(signal: AbortSignal): Promise<void> {
    const files = [...this.#unsorted];
    if (files.length === 0) return;
    const { COPY, ...sorted } = await sortFiles(files, this.#sealsAtHand);
    if (sorted.STATUSES.length > 0) sorted.STATUSES = await mergedStatuses(this.#statuses.files, sorted.STATUSES);
    // An aborted sort leaves its files unsorted. The next sort includes them, with those added since.
    if (signal.aborted) return;
    this.#unsorted = [];
    if (COPY.length > 0) {
      this.#copies = COPY;
      this.#isText = false;
    }
    this.#artifact.put(this.#copies);
    for (const [kind, slot] of Object.entries(this.#slots)) {
      const found = sorted[kind as FileKind];
      if (found.length === 0) continue;
      slot.put(found);
      if (this.#more.contains(slot.element)) this.#more.open = true;
    }
  }

  get #slots(): Record<FileKind, FileSlot> {
    return {
      SEAL: this.#bundle,
      TRUST: this.#trust,
      STATUSES: this.#statuses,
      CHECKPOINT: this.#checkpoint,
      CONSISTENCY: this.#consistency,
    };
  }

  get #sealsAtHand(): Source[] {
    const { files } = this.#bundle;
    return files.length > 0 || !this.#evidence
      ? files
      : [{ name: texts.sources.sealOfPage, text: this.#evidence.bundle }];
  }

  #textField(): HTMLElement {
    return element(
      'div',
      { class: 'slot' },
      element('label', { for: 'text' }, texts.form.text),
      this.#text,
      element('p', { class: 'hint', id: 'text-hint' }, texts.form.textHint),
    );
  }

  #saltField(): HTMLElement {
    return element(
      'div',
      { class: 'slot' },
      element('label', { for: 'salt' }, texts.form.salt),
      this.#salt,
      element('p', { class: 'hint', id: 'salt-hint' }, texts.form.saltHint),
    );
  }

  /** Accepts files dropped anywhere. Otherwise the browser would leave the page to open them. */
  #acceptDropsAnywhere(take: (files: File[]) => void): void {
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) take(files);
    });
  }
}
