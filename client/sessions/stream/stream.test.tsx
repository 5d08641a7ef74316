import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecentLog } from '../../../domain/cheers/api.ts'
import { sessionPage } from '../../../domain/sessions/api.ts'
import { readClock } from '../../../domain/sessions/clock.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START, WATER } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { SessionPage } from '../../session-pages/SessionPage.tsx'
import { happenings } from './happenings.ts'

beforeEach(() => setUser(ADA))
afterEach(forget)

const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString()

function logOf(id: number, more: Partial<RecentLog> = {}): RecentLog {
  const what = { task_uuid: WATER, title: '', amount: 2, distance: null, duration: null }
  return { id, username: 'grace', ...what, day: '2026-05-01', created_at: at(30), cheers: 0, cheered: 0, ...more }
}

const late = person('late', { joined_at: at(20) })
const room = (recent_logs: RecentLog[]) => ({ ...roomOf({}, { participants: [HOST_ADA, late] }), recent_logs })

test('the stream has logs, joins after the start and started parts, newest first', { tags: 'D-138' }, () => {
  const data = room([logOf(2, { created_at: at(40), distance: 1.5 }), logOf(1, { task_uuid: null, title: 'Chores' })])
  const { challengeEvent } = data
  const clock = readClock({ ...challengeEvent, plan: challengeEvent }, START + 60_000)
  const found = happenings(data, clock, 20, 'mi')
  expect(
    found.map(one => (one.kind === 'log' ? [one.what, one.goal] : one.kind === 'join' ? one.username : one.title))
  ).toEqual([['2 glasses, 1.5 miles', 'Drink water'], ['2 times', 'Chores'], 'late', 'Warm up'])
  expect(happenings(data, clock, 2, 'mi')).toHaveLength(2)
})

test('one press cheers at once, and a second press or a refusal takes it back', { tags: 'D-138' }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const ok = (cheers: number) => json({ cheers, cheered: cheers, error: null, error_code: null })
  const responses = [ok(1), ok(0), json({ message: 'This log was deleted.', error: '' }, 404)]
  const sent = respond({ 'POST /api/challenge-logs/5/cheer': () => responses.shift() as Response })
  putPage(sessionPage, '/sessions/study-hall', room([logOf(5), logOf(4, { username: 'ada', cheers: 2 })]))
  show(<SessionPage />, '/sessions/study-hall')
  const stream = within(screen.getByRole('region', { name: 'Just now' }))
  expect(stream.getByText('2 cheers')).toBeTruthy()
  const press = () => fireEvent.click(stream.getByRole('button', { name: /^Cheer for grace: 2 glasses/ }))
  press()
  expect(await stream.findByRole('button', { name: /, 1 cheer$/, pressed: true })).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(1))
  press()
  expect(await stream.findByRole('button', { name: 'Cheer for grace: 2 glasses', pressed: false })).toBeTruthy()
  await waitFor(() => expect(sent.map(({ body }) => body?.cheered)).toEqual([1, 0]))
  press()
  expect(await screen.findByText('This log was deleted.')).toBeTruthy()
  expect(await stream.findByRole('button', { name: 'Cheer for grace: 2 glasses', pressed: false })).toBeTruthy()
})
