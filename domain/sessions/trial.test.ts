import { expect, test } from 'vitest'
import { partsOf, planOf } from '../activities/example-plan.ts'
import { readClock } from './clock.ts'
import { TRIAL_PEOPLE, trialCues, trialNow, trialOf, withSpeed } from './trial.ts'

const AT = Date.UTC(2026, 0, 1)
const PLAN = planOf({
  parts: [partsOf(1, [{ title: 'Run' }, { title: 'Walk' }, { title: 'Talk', per_participant: 1 }], { auto_start: 0 })]
})
const trial = trialOf(PLAN, AT)
const at = (time: number) => readClock(trial, time, TRIAL_PEOPLE)

test('a trial begins at once, runs alone and ends with its parts', () => {
  expect(at(AT + 1000).groups[0]?.active[0]).toMatchObject({ remaining: 59 })
  expect(at(AT + 61_000).groups[0]?.active[0]?.uuid).toBe(PLAN.parts[0]?.parts[1]?.uuid)
  expect(at(AT + 121_000).groups[0]?.active[0]?.turn).toMatchObject({ username: 'you' })
  expect([at(AT + 179_000).status, at(AT + 181_000).status]).toEqual([1, 2])
})

test('a trial runs faster, slower and not at all without a jump', () => {
  const normal = { since: AT, from: AT, speed: 1 }
  const fast = withSpeed(normal, 20, AT + 1000)
  const paused = withSpeed(fast, 0, AT + 3000)
  const again = withSpeed(paused, 5, AT + 90_000)
  expect(trialNow(fast, AT + 1000)).toBe(AT + 1000)
  expect(trialNow(fast, AT + 3000)).toBe(AT + 41_000)
  expect(trialNow(paused, AT + 90_000)).toBe(AT + 41_000)
  expect(trialNow(again, AT + 91_000)).toBe(AT + 46_000)
})

test('sounds come at the time when the fast clock reaches them, and none in a pause', () => {
  const fast = { since: AT, from: AT, speed: 20 }
  const changes = trialCues(trial, fast, AT + 1, AT + 4000).filter(cue => cue.kind === 'change')
  expect(changes.map(cue => cue.at)).toContain(AT + 3000)
  expect(trialCues(trial, { ...fast, speed: 0 }, AT, AT + 4000)).toEqual([])
})
