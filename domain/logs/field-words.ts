/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  'Clean.best': 'The most days without a slip before `since`.',
  'Clean.has_slipped': '1 when `since` is a slip; 0 when it is the first day of the goal.',
  'Clean.since': 'The day of the last slip, or the first day of the goal.',
  error: 'Null: the call went well. A refusal has the same text here as in `message`.',
  is_timed: '1 when it has a planned duration.',
  remaining_duration: 'Whole seconds that remain; null without a duration. Ignored where it is sent.',
  'Log.status': '1 running, 2 completed, 3 paused, 4 stopped.'
}
