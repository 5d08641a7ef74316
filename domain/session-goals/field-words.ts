/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  challengeEventId: 'The id of the session.',
  goalUuid: 'The uuid of the goal in the plan of the session.',
  member_goals: 'Goals of the members, the newest first; one more than fits on a page when there is a next page.',
  my_goal_id: 'My open copy of it; null when I have none.',
  'MemberGoal.status': '1 open, 2 completed.',
  'SessionGoalTemplate.status': '1 open, 2 completed.'
}
