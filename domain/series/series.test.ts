import { expect, test } from 'vitest'
import { SessionStatus } from '../sessions/status.ts'
import {
  AHEAD_MS,
  CONFIRM_WITHIN_MS,
  DateState,
  Host,
  isDateDue,
  NextStep,
  nextStep,
  repeatCheck,
  stateOfDate
} from './series.ts'

const NOW = Date.UTC(2026, 2, 3)

test('dates are made for fourteen days, or for four dates if that is more', { tags: 'D-150' }, () => {
  expect(isDateDue(NOW + AHEAD_MS, 30, NOW)).toBe(true)
  expect(isDateDue(NOW + AHEAD_MS + 1, 4, NOW)).toBe(false)
  expect(isDateDue(NOW + 10 * AHEAD_MS, 3, NOW)).toBe(true)
})

test('a session repeats only before its start, once, and not as a template', { tags: 'D-150' }, () => {
  const session = { status: SessionStatus.NotStarted, is_preset: false, series_id: null, startsAt: NOW + 1 }
  expect(repeatCheck(session, NOW)).toBeNull()
  for (const wrong of [
    { series_id: 1 },
    { is_preset: true },
    { status: SessionStatus.Running },
    { startsAt: null },
    { startsAt: NOW }
  ]) {
    expect(repeatCheck({ ...session, ...wrong }, NOW)?.kind, JSON.stringify(wrong)).toBe('conflict')
  }
})

test('a date is as planned, moved, skipped or beside the rule', { tags: 'D-150' }, () => {
  const date = { plannedAt: NOW, startsAt: NOW, isCancelled: false }
  expect(stateOfDate(date)).toBe(DateState.Planned)
  expect(stateOfDate({ ...date, startsAt: NOW + 1 })).toBe(DateState.Moved)
  expect(stateOfDate({ ...date, isCancelled: true })).toBe(DateState.Skipped)
  expect(stateOfDate({ ...date, plannedAt: null })).toBe(DateState.Extra)
})

test('a series asks a host who opened none of the last three dates, and pauses after a week', { tags: 'D-150' }, () => {
  const [seen, unseen] = [{ isSeen: true }, { isSeen: false }]
  expect(nextStep(Host.Here, null, [unseen, unseen], NOW)).toBe(NextStep.GoOn)
  expect(nextStep(Host.Here, null, [unseen, unseen, seen], NOW)).toBe(NextStep.GoOn)
  expect(nextStep(Host.Here, null, [unseen, unseen, unseen, seen], NOW)).toBe(NextStep.Ask)
  expect(nextStep(Host.Here, NOW, [unseen, unseen, unseen], NOW + CONFIRM_WITHIN_MS - 1)).toBe(NextStep.GoOn)
  expect(nextStep(Host.Here, NOW, [unseen, unseen, unseen], NOW + CONFIRM_WITHIN_MS)).toBe(NextStep.Pause)
})

test('a series ends without its host, and pauses while the host is held', { tags: 'D-150' }, () => {
  expect(nextStep(Host.Gone, null, [], NOW)).toBe(NextStep.End)
  expect(nextStep(Host.Held, null, [], NOW)).toBe(NextStep.Pause)
})
