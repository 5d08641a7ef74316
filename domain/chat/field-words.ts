/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  has_earlier: 'Whether there are older messages.',
  messageable_id: 'The id of the session.',
  messageable_type: 'Always `challenge_event`: chat exists in sessions only.'
}
