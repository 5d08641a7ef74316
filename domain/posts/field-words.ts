/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  is_deleted: '1 when it was deleted and stays for its replies.',
  replies: 'The replies, the oldest first.'
}
