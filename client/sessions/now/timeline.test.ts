import { expect, test } from 'vitest'
import { readClock } from '../../../domain/sessions/clock.ts'
import { statusText } from '../../../domain/sessions/now.ts'
import { START, sessionOf } from '../../../testing/page/session-page.ts'
import { readNow } from '../../live/clock/current-part.ts'
import { timelineOf } from './timeline.ts'

function at(seconds: number, session = sessionOf()) {
  const now = START + seconds * 1000
  const clock = readClock({ ...session, plan: session }, now)
  return { clock, now, session, timeline: timelineOf(session, clock, now, []), shown: readNow(session, clock, now) }
}

test('the timeline has a bar for every part, and ends with the session', { tags: 'SES-050' }, () => {
  const { timeline } = at(60)
  const minutes = (time: number): number => (time - START) / 60_000
  expect(timeline.lines[0]?.bars.map(bar => [bar.title, bar.kind, minutes(bar.startsAt), minutes(bar.endsAt)])).toEqual(
    [
      ['Warm up', 'other', 0, 5],
      ['Run and walk', 'work', 5, 21]
    ]
  )
  expect(minutes(timeline.endsAt)).toBe(60)
})

test('a repeated group has bars for each of its sets', { tags: 'SES-050' }, () => {
  const session = sessionOf()
  const { timeline } = at(60, { ...session, parts: session.parts.map(group => ({ ...group, sets: 2 })) })
  expect(timeline.lines[0]?.bars.map(bar => bar.key.slice(-1))).toEqual(['1', '1', '2', '2'])
})

test('after the last part the ring counts to the end of the session', { tags: 'TMR-03' }, () => {
  const { shown } = at(1800)
  expect([shown.title, shown.seconds, shown.share]).toEqual(['Ends in', 1800, 0.5])
})

test('the step is shown until the last second of the last set', { tags: 'TMR-11' }, () => {
  expect(at(300 + 959).shown.step?.title).toBe('Walk · 8 of 8')
  expect(at(300 + 960).shown.step).toBeNull()
})

test('runs are numbered too if the timers repeat instead of the part', { tags: 'TMR-10' }, () => {
  const session = sessionOf()
  const parts = session.parts.map(group => ({
    ...group,
    parts: group.parts.map(part => ({ ...part, sets: 1, timers: part.timers.map(timer => ({ ...timer, sets: 8 })) }))
  }))
  expect(at(300 + 250, { ...session, parts }).shown.step?.title).toBe('Run · 3 of 8')
})

test('in a part with turns the ring says whose turn it is', { tags: 'TMR-06' }, () => {
  const session = sessionOf()
  const [group] = session.parts
  const [warmUp] = group?.parts ?? []
  if (!group || !warmUp) throw new Error('the fixture has a part')
  const round = { ...session, parts: [{ ...group, parts: [{ ...warmUp, per_participant: 1 as const, duration: 60 }] }] }
  const people = ['ada', 'grace'].map(username => ({ username, joined: -Infinity, left: Infinity }))
  const now = START + 75_000
  const clock = readClock({ ...round, plan: round }, now, people)
  expect(readNow(round, clock, now).step).toEqual({ title: 'grace’s turn', seconds: 45, share: 0.75 })
})

test('statusText names each state', { tags: ['SES-060', 'SES-062', 'SES-064', 'D-83'] }, () => {
  const text = (status: 0 | 1 | 2, remaining: number | null): string => statusText({ status, remaining })
  expect([text(0, 5), text(0, null), text(1, 5), text(2, null)]).toEqual([
    'Starts in',
    'Awaiting participants',
    'Ends in',
    'Ended'
  ])
})
