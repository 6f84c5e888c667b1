/** Why a document can't be read. */
export type RefusalReason =
  /** The file has a type that isn't supported, or is binary. */
  | 'UNSUPPORTED_TYPE'
  /** The file can only be opened with a password or key. */
  | 'ENCRYPTED'
  | 'HAS_MACROS'
  | 'TOO_MANY_PAGES'
  /** Too many PDF objects, XML elements, archive members or attachments. */
  | 'TOO_MANY_OBJECTS'
  /** Elements, message parts or archives are nested too deeply. */
  | 'TOO_DEEP'
  /** The file or its text is too long. */
  | 'TOO_LARGE'
  /** The compressed content of the file unfolds to too many bytes. */
  | 'UNFOLDS_TOO_LARGE'
  | 'TIMED_OUT'
  | 'TOO_MUCH_MEMORY'
  | 'DAMAGED'
  /** The document has neither text nor scanned pages. */
  | 'NO_TEXT'
  /** A member of an archive has a name that leads out of its folder, or is too long. */
  | 'UNSAFE_NAME';

/** A document that can't be read: the reason for programs, and a message for the person who uploaded it. */
export class DocumentRefusal extends Error {
  override readonly name = 'DocumentRefusal';

  constructor(
    readonly reason: RefusalReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
