/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  height: 'Of the picture, in pixels.',
  urls: 'Addresses of the picture by their width in pixels; `default` is the whole one.',
  width: 'Of the picture, in pixels.'
}
