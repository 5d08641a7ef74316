import { expect, test } from 'vitest'
import { part as partFields } from '../activities/plan.ts'
import { keepRun } from '../activities/schedule.ts'
import { keepTexts, noLongerSeen, textIsNewer, withPartText } from './part-text.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

function planOf(content: string, revision: number, hidden: 0 | 1 = 0, uuid = ID) {
  const part = partFields.parse({ uuid, content, revision, edit_content: 1 })
  const group = { uuid: OTHER, title: '', linked: 1 as const, auto_start: 1 as const, hidden, sets: 1 }
  return { parts: [{ ...group, type: 'part' as const, parts: [part] }], tasks: [], timers: [] }
}
const textOf = (plan: ReturnType<typeof planOf>) => plan.parts[0]?.parts[0]?.content

test.each([
  ['unchanged, with the stored text unchanged', 'A', 1, 'A', 1, 'A', []],
  ['changed, with the stored text unchanged', 'B', 1, 'A', 1, 'B', []],
  ['unchanged, with an addition to the stored text', 'A', 1, 'A, then B', 2, 'A, then B', []],
  ['empty, with an addition to the stored text', '', 0, 'B', 1, 'B', []],
  ['without a revision, with an addition to the stored text', 'A', 0, 'A, then B', 2, 'A, then B', []],
  ['changed, with an addition to the stored text', 'C', 1, 'A, then B', 2, 'A, then B', ['parts.0.parts.0.content']],
  ['equal to the newer stored text', 'A, then B', 1, 'A, then B', 2, 'A, then B', []]
])('the form sends a text %s', { tags: 'D-140' }, (_, sent, from, stored, revision, text, fields) => {
  const kept = keepTexts(planOf(sent, from), planOf(stored, revision))
  expect([textOf(kept.plan), Object.keys(kept.fields)]).toEqual([text, fields])
})

test('a new part keeps the text of the form', { tags: 'D-140' }, () => {
  const kept = keepTexts(planOf('New', 0), planOf('Old', 5, 0, OTHER))
  expect([textOf(kept.plan), kept.fields]).toEqual(['New', {}])
})

test.each([
  ['A', 4],
  ['B', 5]
])(
  'saving a plan counts a changed text (%s) as one revision and ignores the sent number',
  { tags: 'D-140' },
  (content, revision) => {
    expect(keepRun(planOf(content, 99), planOf('A', 4)).parts[0]?.parts[0]?.revision).toBe(revision)
  }
)

test('withPartText changes one part and increases its revision', { tags: 'D-140' }, () => {
  const before = planOf('A', 4)
  expect(withPartText(before, ID, 'B').parts[0]?.parts[0]).toMatchObject({ content: 'B', revision: 5 })
  expect(withPartText(before, OTHER, 'B')).toEqual(before)
})

test('the refusal of a save from an older text contains the newer text', { tags: 'D-140' }, () => {
  expect(textIsNewer({ content: 'B', revision: 5 })).toMatchObject({
    kind: 'conflict',
    newer: { content: 'B', revision: 5 }
  })
})

test.each([
  ['does not change', planOf('A', 1), []],
  ['is hidden', planOf('A', 1, 1), [ID]],
  ['is removed', { parts: [] }, [ID]]
])('noLongerSeen, when a part %s', { tags: 'D-98' }, (_, after, gone) => {
  expect(noLongerSeen(planOf('A', 1), after)).toEqual(gone)
})

test('noLongerSeen ignores a part that becomes visible', { tags: 'D-98' }, () => {
  expect(noLongerSeen(planOf('A', 1, 1), planOf('A', 1))).toEqual([])
})
