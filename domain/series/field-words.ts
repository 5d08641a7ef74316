/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  'SeriesDate.state':
    '`planned`, `moved` to another time than the rule says, `skipped` by the host, or `extra`: the rule no longer has it.',
  'SeriesDate.logs': 'How many logs were made.',
  next_path: 'Path that always leads to the date that runs, or to the next one.',
  regulars: 'The people who come to each date.',
  is_watching: '1 when I hear of each new date.',
  my_dates: 'On how many dates I was in the room.',
  my_seconds: 'How long I was in the room, in seconds; null when I was not.',
  attendance: 'Who was in the room and for how long, the longest first. Only for the host; null for everyone else.',
  asks: '1 when the host has to confirm that it goes on; 0 for everyone else.',
  is_waiting: '1 when I wait for a place.',
  pattern: 'The parts of the rule, for the host only; null for everyone else.',
  staying: 'How many later dates with people take place beside the new rule.',
  going: 'How many later dates without people no longer take place.',
  was: 'The rule in words that it began from; 409 if that changed.',
  past: 'The dates that are over, the newest first.',
  planned_at: 'When the rule has this date.'
}
