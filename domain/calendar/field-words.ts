/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  has_goals: '1 when the calendar has the goals that remind me.',
  has_programmes: '1 when the calendar has the units of the programmes that I follow.',
  feed: 'Path and query of the private address; whoever has it reads the titles and times in it.'
}
