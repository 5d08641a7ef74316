/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  group_sessions: 'What runs or is to come in my groups, without what I am in.'
}
