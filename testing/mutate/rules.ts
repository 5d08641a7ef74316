/** The rules of which a wrong operator would cost people time, money or privacy. */
export const RULES: Readonly<Record<string, readonly string[]>> = {
  clock: ['domain/sessions/clock.ts'],
  schedule: ['domain/activities/schedule.ts'],
  turns: ['domain/activities/turns.ts'],
  days: ['domain/lib/day.ts', 'domain/sessions/days.ts'],
  streaks: ['domain/days/streak.ts'],
  ledger: ['domain/tokens/tokens.ts'],
  access: [
    'domain/sessions/people/permissions.ts',
    'domain/sessions/people/join.ts',
    'domain/accounts/may-call.ts',
    'domain/groups/group.ts',
    'domain/moderation/hidden.ts',
    'domain/logs/logging.ts',
    'domain/publishing/item.ts',
    'domain/publishing/person.ts',
    'domain/accounts/suspension.ts',
    'domain/activities/activity.ts'
  ]
}
