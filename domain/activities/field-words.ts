/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  active_logs: 'Always empty.',
  can_complete: '1 when the part may be ended early.',
  challengeEvents: 'The sessions of the activity: those that run first, then the soonest.',
  copied_from: 'The slug of the activity whose plan the form began with; its page then lists this one.',
  copies: 'Listed activities that began with its plan, the newest first, at most 20.',
  edit_content: '1 when participants may add to the text of the part while it runs.',
  events_group_uuid: 'The uuid of the group of parts or goals.',
  interests: 'Ids of categories.',
  is_custom_duration: '1 when the duration was given, 0 when it follows from the timers.',
  'Activity.quick_log_buttons': 'Those of all goals of the plan, in their order.',
  relative_dates:
    '1 when the part begins where `start_of` and `time_from` say, 0 when it begins at `started_at`. Left out: 0 with a `started_at`, else 1. In a linked group each part after the first begins when the one before it ends.',
  round: 'Which round of turns it is, counted from 1.',
  start_of: 'From which point of the part before it `time_from` is counted.',
  task: 'A goal of the plan.',
  term_id: 'The id of the deepest category chosen; null without one.',
  term_id_0: 'The id of the category at the top; null without one.',
  term_id_1: 'The id of the category below it; null without one.',
  term_id_2: 'The id of the category below that; null without one.',
  term_id_3: 'The id of the category below that; null without one.',
  time_from: 'Whole seconds from the point that `start_of` names.'
}
