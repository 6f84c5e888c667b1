/** Texts of the gallery for partners. All are plain text. */
export const texts = {
  title: (partner: string) => `Pictures for ${partner}`,
  tags: 'Tags',
  tagsExample: 'winter, lake',
  filter: 'Filter pictures',
  selectedTags: 'Selected tags',
  offeredTags: 'Tags of these pictures',
  /** Text before the name of a tag, for screen readers. */
  removeTag: 'Remove tag ',
  showAll: 'Show all pictures',
  noMatch: 'No picture has all of these tags.',
  empty: 'There are no pictures here yet. Contact the person who gave you this link.',
  /** Text after the description of a picture, for screen readers. */
  opensFullSize: ', opens full size',
  size: (width: number, height: number) => `${width} × ${height}`,
  pages: 'Pages',
  first: 'First',
  newer: 'Newer',
  older: 'Older',
  privacy: 'Anyone with the address of this page sees these pictures. Share pictures, not the address.',
};
