import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionChatPage } from '../../domain/chat/api.ts'
import type { Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { type SessionTask, sessionPage } from '../../domain/sessions/api.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { FOCUS, roomOf, WATER } from '../../testing/page/session-page.ts'
import { forget } from '../../testing/page/show.tsx'
import { applyLog, dropLog } from '../logs/apply-log.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { setActiveLog } from './active-log.ts'
import './live-session.ts'
import type { RoomPage } from './apply-event.ts'

const ROOM = '/sessions/study-hall'

/** A timer of ten minutes on "Focus". */
const timer = (change: Partial<Log> = {}): Log => ({
  ...EXAMPLE_LOG,
  id: 31,
  goal_id: null,
  challenge_event_id: 7,
  task_uuid: FOCUS,
  duration: 600,
  status: LogStatus.Active,
  elapsed_duration: 0,
  ...change
})

beforeEach(() => {
  putPage(sessionPage, ROOM, roomOf())
  putPage(sessionChatPage, `${ROOM}/chat`, roomOf())
})
afterEach(forget)

function tasks(page: RoomPage | null | undefined): SessionTask[] {
  return page?.challengeEvent.tasks.flatMap(({ parts }) => parts) ?? []
}
const focus = () => tasks(pageAt(sessionPage, ROOM)).find(({ uuid }) => uuid === FOCUS)
const counted = () => focus()?.duration_elapsed

test('a started timer shows on its own goal only, on each tab of the session', {
  tags: 'TMR-03'
}, () => {
  setActiveLog(7, FOCUS, timer())
  expect([focus()?.active_log_id, focus()?.activeLog?.id]).toEqual([31, 31])
  const onChat = tasks(pageAt(sessionChatPage, `${ROOM}/chat`))
  expect(onChat.map(({ uuid, active_log_id }) => [uuid, active_log_id])).toEqual([
    [WATER, null],
    [FOCUS, 31]
  ])
})

test('a pause keeps the timer and counts its time once, even when it arrives twice', {
  tags: 'LOG-13'
}, () => {
  setActiveLog(7, FOCUS, timer())
  const paused = timer({ status: LogStatus.Paused, elapsed_duration: 90 })
  setActiveLog(7, FOCUS, paused)
  setActiveLog(7, FOCUS, paused)
  expect([focus()?.active_log_id, counted()]).toEqual([31, 90])
})

test('the times before and after a pause add up', { tags: 'LOG-12' }, () => {
  setActiveLog(7, FOCUS, timer())
  setActiveLog(7, FOCUS, timer({ status: LogStatus.Paused, elapsed_duration: 90 }))
  setActiveLog(7, FOCUS, timer({ elapsed_duration: 90 }))
  setActiveLog(7, FOCUS, timer({ status: LogStatus.Paused, elapsed_duration: 150 }))
  expect(counted()).toBe(150)
})

test('a done or stopped timer leaves its goal, and its time stays', { tags: ['LOG-14', 'LOG-17'] }, () => {
  for (const status of [LogStatus.Done, LogStatus.Stopped]) {
    putPage(sessionPage, ROOM, roomOf())
    setActiveLog(7, FOCUS, timer())
    setActiveLog(7, FOCUS, timer({ status, elapsed_duration: 600 }))
    expect([focus()?.active_log_id, focus()?.activeLog, counted()]).toEqual([null, null, 600])
  }
})

test('a reset subtracts the timer’s time and keeps the timer, ready to start', { tags: ['LOG-19', 'LOG-20'] }, () => {
  setActiveLog(7, FOCUS, timer())
  setActiveLog(7, FOCUS, timer({ status: LogStatus.Paused, elapsed_duration: 90 }))
  setActiveLog(7, FOCUS, timer({ status: LogStatus.Stopped, started_at: null, ended_at: null }))
  expect([focus()?.active_log_id, counted()]).toEqual([31, 0])
})

test('the end of an earlier timer does not remove the running one', () => {
  setActiveLog(7, FOCUS, timer({ id: 32 }))
  setActiveLog(7, FOCUS, timer({ id: 31, status: LogStatus.Done, elapsed_duration: 600 }))
  expect([focus()?.active_log_id, counted()]).toEqual([32, 0])
})

test('a second timer replaces the first, whose time stays', () => {
  setActiveLog(7, FOCUS, timer())
  setActiveLog(7, FOCUS, timer({ status: LogStatus.Paused, elapsed_duration: 90 }))
  setActiveLog(7, FOCUS, timer({ id: 32 }))
  expect([focus()?.active_log_id, counted()]).toEqual([32, 90])
})

test('logs without a duration, other sessions and unknown goals set no timer', () => {
  setActiveLog(7, FOCUS, timer({ duration: null }))
  setActiveLog(8, FOCUS, timer())
  setActiveLog(7, 'no goal of this plan', timer())
  expect([focus()?.active_log_id, counted()]).toEqual([null, 0])
})

test('a log that changes on another page changes the session, and a deleted one takes its time back', () => {
  applyLog(timer({ status: LogStatus.Paused, elapsed_duration: 90 }), null)
  expect([focus()?.active_log_id, counted()]).toEqual([31, 90])
  dropLog(timer({ status: LogStatus.Paused, elapsed_duration: 90 }), null)
  expect([focus()?.active_log_id, counted()]).toEqual([null, 0])
})
