import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Participant } from '../sessions/api.ts'
import { partsOf, planOf, tasksOf, uuidOf } from './example-plan.ts'
import { hiddenFrom, participantSeen, planSeenBy, summarySeen } from './hidden.ts'

const plan = planOf({
  parts: [partsOf(1, [{}]), partsOf(2, [{}], { hidden: 1 })],
  tasks: [
    tasksOf(3, [{ action: 'run' }, { action: 'read' }]),
    tasksOf(4, [{ action: 'run' }, { action: 'rest' }], { hidden: 1 })
  ]
})
const [shown, hidden] = [uuidOf(300), uuidOf(400)]
const totals = { amount: 1, distance: 0, duration: 60 }

test('a host sees the whole plan, everyone else only the groups that are not hidden', { tags: 'D-98' }, () => {
  expect(planSeenBy(plan, true)).toBe(plan)
  const seen = planSeenBy(plan, false)
  expect(seen.parts.map(({ uuid }) => uuid)).toEqual([uuidOf(1)])
  expect(seen.tasks.map(({ uuid }) => uuid)).toEqual([uuidOf(3)])
  expect(seen.timers).toBe(plan.timers)
})

test('hiddenFrom lists goals of hidden groups, and the actions of no other goal', { tags: 'D-98' }, () => {
  expect(hiddenFrom(plan, false)).toEqual({ tasks: new Set([uuidOf(400), uuidOf(401)]), actions: new Set(['rest']) })
  expect(hiddenFrom(plan, true)).toEqual({ tasks: new Set(), actions: new Set() })
})

describe('totals', () => {
  const participant: Participant = {
    username: 'grace',
    client_uuid: null,
    role: 0,
    is_ready: 0,
    is_creator: 0,
    was_host: 0,
    joined_at: '2026-01-01T12:00:00.000Z',
    completed_at: null,
    task_totals: { [shown]: { ...totals, list_progress: [] }, [hidden]: { ...totals, list_progress: [] } },
    task_action_totals: { run: totals, rest: totals }
  }
  const summary = { participants: 1, logs: 3, tasks: { [shown]: totals, [hidden]: totals } }

  test('leave hidden goals out', { tags: 'D-98' }, () => {
    const seen = participantSeen(participant, hiddenFrom(plan, false))
    expect(Object.keys(seen.task_totals)).toEqual([shown])
    // "run" stays: a goal that everyone sees has this action too.
    expect(Object.keys(seen.task_action_totals)).toEqual(['run'])
    expect(seen.username).toBe('grace')
    expect(summarySeen(summary, hiddenFrom(plan, false))).toEqual({ ...summary, tasks: { [shown]: totals } })
  })

  test('include hidden goals for a host', { tags: 'D-98' }, () => {
    expect(participantSeen(participant, hiddenFrom(plan, true))).toBe(participant)
    expect(summarySeen(summary, hiddenFrom(plan, true))).toBe(summary)
  })
})

test('no title or uuid of a hidden group reaches people who are no hosts', {
  tags: 'D-98'
}, () => {
  const groups = fc.array(fc.record({ hidden: fc.constantFrom<0 | 1>(0, 1), size: fc.integer({ min: 0, max: 3 }) }), {
    maxLength: 6
  })
  fc.assert(
    fc.property(groups, groups, (ofParts, ofTasks) => {
      const title = (kind: 0 | 1): string => (kind ? 'secret' : 'open')
      const fields = ({ hidden: kind, size }: { hidden: 0 | 1; size: number }) =>
        Array.from({ length: size }, () => ({ title: title(kind) }))
      const made = planOf({
        parts: ofParts.map((group, at) =>
          partsOf(at + 1, fields(group), { hidden: group.hidden, title: title(group.hidden) })
        ),
        tasks: ofTasks.map((group, at) =>
          tasksOf(at + 50, fields(group), { hidden: group.hidden, title: title(group.hidden) })
        )
      })
      const seen = planSeenBy(made, false)
      const text = JSON.stringify(seen)
      expect(text).not.toContain('secret')
      for (const uuid of hiddenFrom(made, false).tasks) expect(text).not.toContain(uuid)
      expect(seen.parts).toHaveLength(ofParts.filter(group => !group.hidden).length)
      expect(seen.tasks).toHaveLength(ofTasks.filter(group => !group.hidden).length)
      expect(planSeenBy(seen, false)).toEqual(seen)
    }),
    { seed: 98, numRuns: 100 }
  )
})
