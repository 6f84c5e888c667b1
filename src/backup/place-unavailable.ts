/** The place for backups isn't readable or writable, or is full. `message` is for operators and can contain a path. */
export class PlaceUnavailable extends Error {
  override readonly name = 'PlaceUnavailable';
}
