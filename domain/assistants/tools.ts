/**
 * The tools that an assistant can use (docs/assistants.md). Each is one call of the API or the data of one page. Its input
 * comes from the contract, and its scope from the feature of the call, so neither is written here again.
 */
import { eventsPage } from '../browse/api.ts'
import { earlierMessages } from '../chat/api.ts'
import { goalPage, myGoalsPage } from '../goals/api.ts'
import { deleteLog, restoreLog, storeQuickLog } from '../logs/api.ts'
import { LogStatus } from '../logs/log.ts'
import { myLogsPage } from '../logs/my-logs-api.ts'
import { startLog, stopLog } from '../logs/timer-api.ts'
import { deleteNote, myNotesPage, storeNote } from '../notes/api.ts'
import { joinSession, leaveSession, mySessionsPage, sessionPage } from '../sessions/api.ts'
import { todayPage } from '../today/api.ts'
import { read, type Tool, use, write } from './tool.ts'

export const TOOLS: readonly Tool[] = [
  read(todayPage, {
    name: 'today',
    title: 'Today',
    description: 'What is on today: my sessions, my goals that are due, my streak, and sessions of my groups.'
  }),
  read(myGoalsPage, {
    name: 'my_goals',
    title: 'My goals',
    description: 'My goals with their progress: the open ones in my own order, then the completed ones.'
  }),
  read(goalPage, {
    name: 'read_goal',
    title: 'One goal',
    description: 'One of my goals with its logs, its notes and its progress over time.'
  }),
  read(myLogsPage, {
    name: 'my_logs',
    title: 'My logs',
    description: 'What I logged, the latest first, with the totals of each day.'
  }),
  write(storeQuickLog, {
    name: 'log_progress',
    title: 'Log progress',
    description:
      'Logs progress for one of my goals, for me alone. Give an amount in the unit of the goal, a distance in miles, or a duration in seconds, which starts a timer. It costs one use.',
    undo: ({ log }) => [
      ...(log.status === LogStatus.Active && log.duration !== null ? [use('stop_timer', { log: String(log.id) })] : []),
      use('undo_log', { log: String(log.id) })
    ]
  }),
  write(deleteLog, {
    name: 'undo_log',
    title: 'Undo a log',
    removes: true,
    isRepeatable: true,
    undo: (_, { log }) => [use('restore_log', { log })]
  }),
  write(restoreLog, {
    name: 'restore_log',
    title: 'Restore a log',
    isRepeatable: true,
    undo: (_, { log }) => [use('undo_log', { log })]
  }),
  write(stopLog, {
    name: 'stop_timer',
    title: 'Pause or stop a timer',
    isRepeatable: true,
    undo: ({ log }) => (log.status === LogStatus.Paused ? [use('start_timer', { log: String(log.id) })] : [])
  }),
  write(startLog, {
    name: 'start_timer',
    title: 'Start a paused timer again',
    isRepeatable: true,
    undo: ({ log }) => [use('stop_timer', { log: String(log.id), status: LogStatus.Paused })]
  }),
  read(mySessionsPage, {
    name: 'my_sessions',
    title: 'My sessions',
    description: 'The sessions that I have joined or host, the newest start first.'
  }),
  read(eventsPage, {
    name: 'find_sessions',
    title: 'Find sessions',
    description:
      'Running and planned sessions that anyone can join. Search with q. A session’s slug names it in other tools.'
  }),
  read(sessionPage, {
    name: 'read_room',
    title: 'Read a room',
    description: 'A session: its text, plan, goals, people and newest logs. The event is its slug or id.'
  }),
  read(earlierMessages, {
    name: 'read_chat',
    title: 'Read the chat of a session',
    description: 'The newest messages of a session, oldest first; with before, those before that message.'
  }),
  write(joinSession, {
    name: 'join_session',
    title: 'Join a session',
    isRepeatable: true,
    undo: (_, { event }) => [use('leave_session', { event })]
  }),
  write(leaveSession, {
    name: 'leave_session',
    title: 'Leave a session',
    removes: true,
    isRepeatable: true,
    undo: (_, { event }) => [use('join_session', { event })]
  }),
  read(myNotesPage, {
    name: 'my_notes',
    title: 'My notes',
    description: 'My notes, the newest first. Search with q.'
  }),
  write(storeNote, {
    name: 'write_note',
    title: 'Write a note',
    undo: ({ id }) => [use('delete_note', { note: String(id) })]
  }),
  write(deleteNote, { name: 'delete_note', title: 'Delete a note', removes: true, isRepeatable: true })
]
