import { expect, test } from 'vitest'
import { partsOf, planOf } from '../activities/example-plan.ts'
import { previewOfActivity, previewOfGroup, previewOfItem, previewOfPerson, previewOfSession } from './preview.ts'

const FOUR = partsOf(1, [{ duration: 1500 }, { duration: 300 }], { sets: 2 })

/** Returns the preview of a session; it reads only these keys of the page's data. */
const ofSession = (more: object = {}, participants: object[] = [], groups: (typeof FOUR)[] = [FOUR]) =>
  previewOfSession({
    challengeEvent: {
      title: 'Focus',
      status: 0,
      started_at: '2026-03-02T18:05:00.000Z',
      duration: 3600,
      participants_count: 1,
      ...more,
      parts: planOf({ parts: groups }).parts
    },
    participants
  } as never)
const person = (username: string, role = 0) => ({ username, role })

test('the picture of a session has its start, its host and its parts', { tags: 'D-20' }, () => {
  expect(ofSession({}, [person('ada', 1), person('grace')])).toEqual({
    kind: 'Session',
    title: 'Focus',
    lines: ['Starts Mon 2 Mar, 18:05 UTC', 'Hosted by ada'],
    ring: { status: 0, length: '1 h', parts: [1500, 300, 1500, 300] }
  })
})

test('the picture of a running or ended session says so', { tags: 'D-20' }, () => {
  const now = ofSession({ status: 1, participants_count: 12 }, [
    person('ada', 1),
    person('grace', 1),
    person('hedy', 1)
  ])
  expect([now.kind, ...now.lines]).toEqual([
    'Running now',
    'Since Mon 2 Mar, 18:05 UTC',
    'Hosted by ada and 2 more',
    '12 people'
  ])
  const over = ofSession({ status: 2 })
  expect([over.kind, ...over.lines]).toEqual(['Ended', 'Began Mon 2 Mar, 18:05 UTC'])
  expect(ofSession({ started_at: null }).lines).toEqual(['The host starts it'])
})

test.each<[string, ReturnType<typeof partsOf>, number[]]>([
  ['too many parts are not shown', partsOf(1, Array(500).fill({}), { sets: 1000 }), []],
  ['a part without a length is not shown', partsOf(1, [{ duration: 0 }]), []],
  ['a part with sets is one piece of their total length', partsOf(1, [{ duration: 60, sets: 3 }]), [180]]
])('%s', (_, group, lengths) => {
  expect(ofSession({}, [], [group]).ring?.parts).toEqual(lengths)
})

test('activities, groups and persons have pictures', { tags: 'D-20' }, () => {
  const challenge = { title: 'Pomodoro', duration: 8100, category_name: 'Work', ...planOf({ parts: [FOUR] }) }
  expect(previewOfActivity({ challenge } as never)).toMatchObject({
    kind: 'Activity',
    lines: ['Work', expect.any(String)],
    ring: { status: null, length: '2 h 15 min' }
  })
  expect(previewOfGroup({ group: { title: 'Runners', user_count: 1 } } as never).lines).toEqual(['1 member'])
  const ada = { username: 'ada', title: 'Ada L.' }
  const profile = { cover: null }
  expect(
    previewOfPerson({ person: ada as never, items: [{ title: 'Night walks' }, { title: 'Older' }], profile })
  ).toMatchObject({
    kind: 'ada',
    title: 'Ada L.',
    lines: ['Newest: Night walks']
  })
  expect(previewOfPerson({ person: ada as never, items: [], profile })?.lines).toEqual([])
  // The cover is the picture then.
  expect(previewOfPerson({ person: ada as never, items: [], profile: { cover: {} } })).toBeNull()
})

test('the picture of an item has its author and group, unless its text has a picture', {
  tags: ['D-20', 'PUB-029']
}, () => {
  const person = { username: 'ada', title: 'Ada L.' } as never
  const of = (change: object) =>
    previewOfItem({ person, item: { title: 'March', content: '', is_book: 0, parent: null, ...change } as never })
  expect(of({})).toEqual({ kind: 'Item', title: 'March', lines: ['By Ada L.'], ring: null })
  expect(of({ parent: { title: 'Letters', path: '/ada/letters' } })?.kind).toBe('Letters')
  expect(of({ is_book: 1, parent: { title: 'Letters', path: '/ada/letters' } })?.kind).toBe('Group')
  expect(of({ content: '<p><img src="/uploads/a.jpg"></p>' })).toBeNull()
})
