/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  this_week: 'What it came to from Monday until today.',
  last_week: 'What it came to in the whole week before.',
  times_away: 'My times away, added.',
  longest: 'The longest streak, in days.',
  current: 'The streak that goes on, in days.'
}
