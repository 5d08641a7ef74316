/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  'Faces.guests': 'The display names of those who are guests, by username.',
  usernames: 'Up to 100 usernames, with commas between them.'
}
