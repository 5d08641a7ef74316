/** Descriptions of all fields, by name (domain/lib/field-words.ts). */
import { fieldWords as accounts } from '../../domain/accounts/field-words.ts'
import { fieldWords as activities } from '../../domain/activities/field-words.ts'
import { fieldWords as admin } from '../../domain/admin/field-words.ts'
import { fieldWords as billing } from '../../domain/billing/field-words.ts'
import { fieldWords as calendar } from '../../domain/calendar/field-words.ts'
import { fieldWords as chat } from '../../domain/chat/field-words.ts'
import { fieldWords as days } from '../../domain/days/field-words.ts'
import { fieldWords as faces } from '../../domain/faces/field-words.ts'
import { fieldWords as goals } from '../../domain/goals/field-words.ts'
import { fieldWords as groups } from '../../domain/groups/field-words.ts'
import { fieldWords as imports } from '../../domain/import/field-words.ts'
import { fieldWords as shared } from '../../domain/lib/field-words.ts'
import { fieldWords as lists } from '../../domain/lists/field-words.ts'
import { fieldWords as logs } from '../../domain/logs/field-words.ts'
import { fieldWords as moderation } from '../../domain/moderation/field-words.ts'
import { fieldWords as notes } from '../../domain/notes/field-words.ts'
import { fieldWords as posts } from '../../domain/posts/field-words.ts'
import { fieldWords as presses } from '../../domain/presses/field-words.ts'
import { fieldWords as programmes } from '../../domain/programmes/field-words.ts'
import { fieldWords as publishing } from '../../domain/publishing/field-words.ts'
import { fieldWords as reminders } from '../../domain/reminders/field-words.ts'
import { fieldWords as reports } from '../../domain/reports/field-words.ts'
import { fieldWords as series } from '../../domain/series/field-words.ts'
import { fieldWords as sessionGoals } from '../../domain/session-goals/field-words.ts'
import { fieldWords as sessions } from '../../domain/sessions/field-words.ts'
import { fieldWords as socket } from '../../domain/socket/field-words.ts'
import { fieldWords as today } from '../../domain/today/field-words.ts'
import { fieldWords as tokens } from '../../domain/tokens/field-words.ts'
import { fieldWords as tour } from '../../domain/tour/field-words.ts'
import { fieldWords as uploads } from '../../domain/uploads/field-words.ts'
import { fieldWords as webhooks } from '../../domain/webhooks/field-words.ts'

export const WORDS: Record<string, string> = {
  ...accounts,
  ...activities,
  ...admin,
  ...billing,
  ...calendar,
  ...chat,
  ...days,
  ...faces,
  ...goals,
  ...groups,
  ...imports,
  ...shared,
  ...lists,
  ...logs,
  ...moderation,
  ...notes,
  ...posts,
  ...presses,
  ...programmes,
  ...publishing,
  ...reminders,
  ...reports,
  ...series,
  ...sessionGoals,
  ...sessions,
  ...socket,
  ...today,
  ...tokens,
  ...tour,
  ...uploads,
  ...webhooks
}
