/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  message_key: 'Of the message that was shown; is_new for the welcome.'
}
