/** The schemas that become named components. */
import type * as z from 'zod/mini'
import { loginRow } from '../../domain/accounts/api.ts'
import { passkeyRow } from '../../domain/accounts/passkeys/passkey.ts'
import { subscription, user } from '../../domain/accounts/user.ts'
import { activity } from '../../domain/activities/api.ts'
import { activityForm, draft } from '../../domain/activities/builder-api.ts'
import { part, partGroup, task, taskGroup } from '../../domain/activities/plan.ts'
import { paymentMethod, product, renewal } from '../../domain/billing/api.ts'
import { invoice } from '../../domain/billing/invoice-api.ts'
import { breadcrumbs, card, hut, linked, term } from '../../domain/browse/api.ts'
import { chatMessage } from '../../domain/chat/api.ts'
import { goal, sharing } from '../../domain/goals/api.ts'
import { goalFields, innerTimer, listItem, quickLogButton, timer } from '../../domain/goals/fields.ts'
import { sharedGoal } from '../../domain/goals/sharing-api.ts'
import { group } from '../../domain/groups/api.ts'
import { imported, importedLog } from '../../domain/import/api.ts'
import { activityList } from '../../domain/lists/api.ts'
import { log } from '../../domain/logs/api.ts'
import { clean, goalTotals } from '../../domain/logs/goal-totals.ts'
import { note } from '../../domain/notes/api.ts'
import { post } from '../../domain/posts/post.ts'
import {
  follow,
  followingCard,
  programme,
  programmeCard,
  programmeOfToday,
  programmeWeek
} from '../../domain/programmes/api.ts'
import { item } from '../../domain/publishing/item.ts'
import { person } from '../../domain/publishing/person.ts'
import { paraphrase } from '../../domain/publishing/source-api.ts'
import { inboxEntry } from '../../domain/reminders/api.ts'
import { goalReminder } from '../../domain/reminders/goal-api.ts'
import { series, seriesDate } from '../../domain/series/api.ts'
import { memberGoal, template } from '../../domain/session-goals/api.ts'
import { livePoll, participant, session, sessionTask, summary } from '../../domain/sessions/api.ts'
import { sessionDraft, sessionForm } from '../../domain/sessions/builder-api.ts'
import { fromPage, fromServer, update } from '../../domain/socket/messages.ts'
import { ledgerEntry } from '../../domain/tokens/api.ts'
import { uploaded } from '../../domain/uploads/api.ts'

export type Schema = z.ZodMiniType

export const NAMED: Record<string, Schema> = {
  Activity: activity,
  ActivityForm: activityForm,
  ActivityList: activityList,
  Breadcrumbs: breadcrumbs,
  Card: card,
  Category: term,
  ChatMessage: chatMessage,
  Clean: clean,
  Draft: draft,
  Goal: goal,
  GoalReminder: goalReminder,
  GoalTotals: goalTotals,
  Group: hut,
  GroupWithActivities: group,
  Import: imported,
  ImportedLog: importedLog,
  Invoice: invoice,
  Item: item,
  LedgerEntry: ledgerEntry,
  ListItem: listItem,
  LivePoll: livePoll,
  Link: linked,
  Log: log,
  Login: loginRow,
  MemberGoal: memberGoal,
  NestedTimer: innerTimer,
  Note: note,
  InboxEntry: inboxEntry,
  Paraphrase: paraphrase,
  Passkey: passkeyRow,
  PaymentMethod: paymentMethod,
  Plan: product,
  Part: part,
  PartGroup: partGroup,
  Participant: participant,
  Person: person,
  Picture: uploaded,
  PlanGoal: task,
  PlanGoalGroup: taskGroup,
  Post: post,
  QuickLogButton: quickLogButton,
  QuickLogButtons: goalFields.quick_log_buttons,
  Renewal: renewal,
  Series: series,
  Programme: programme,
  ProgrammeCard: programmeCard,
  ProgrammeWeek: programmeWeek,
  ProgrammeFollow: follow,
  ProgrammeFollowing: followingCard,
  ProgrammeOfToday: programmeOfToday,
  SeriesDate: seriesDate,
  Session: session,
  SessionDraft: sessionDraft,
  SessionForm: sessionForm,
  SessionGoal: sessionTask,
  SessionGoalTemplate: template,
  SessionUpdate: update,
  SharedGoal: sharedGoal,
  Sharing: sharing,
  Subscription: subscription,
  Timer: timer,
  Totals: summary,
  User: user
}

/** The messages of the socket, which no operation has. */
export const SOCKET: Record<'input' | 'output', Record<string, Schema>> = {
  input: { SocketMessageFromClient: fromPage },
  output: { SocketMessageFromServer: fromServer }
}
