import { expect, test } from 'vitest'
import type { Clash } from '../../../domain/lib/edits/merge.ts'
import { clashTitle, clashValue } from './clash-text.ts'

const clash = (field: string | null, mine: unknown, theirs: unknown = null, item: Clash['item'] = null): Clash => ({
  ...{ path: field ?? 'uuid', field, item, base: null, mine, theirs }
})
const WARM_UP = { uuid: 'a', title: ' Warm up ' }

test.each([
  ['title', null, 'Title'],
  ['content', null, 'Description'],
  ['participant_limit', null, 'Spots'],
  ['duration', WARM_UP, 'Length of “Warm up”'],
  ['can_complete', WARM_UP, 'Can complete of “Warm up”'],
  [null, WARM_UP, '“Warm up”'],
  [null, { uuid: 'a', title: '  ' }, '“an item without a title”'],
  [null, null, '']
])('clashTitle names the field and its item: %s', { tags: 'D-140' }, (field, item, title) => {
  expect(clashTitle(clash(field, 1, 2, item))).toBe(title)
})

test('a form can replace the label of a field', { tags: 'D-140' }, () => {
  expect(clashTitle(clash('content', 1), { content: 'Text' })).toBe('Text')
})

test.each([
  ['title', 'Morning run', 'Morning run'],
  ['content', '<p>Bring <b>tea</b></p>', 'Bring tea'],
  ['content', '<p></p>', 'Empty'],
  ['content', 'x'.repeat(401), `${'x'.repeat(400)}…`],
  ['title', '', 'Empty'],
  ['participant_limit', null, 'Empty'],
  ['participant_limit', 0, '0'],
  ['is_preset', 1, 'Yes'],
  ['needs_code', 0, 'No'],
  ['linked', 1, 'Yes'],
  ['duration', 5400, '1 h 30 min'],
  ['time_from', 0, '0 s'],
  ['order', ['b', 'a'], 'The order that it has here'],
  ['list', [], 'Empty'],
  ['list', [{ title: 'Tent' }, { title: '' }, 'rope'], 'Tent, an entry, rope'],
  ['alerts', { title: 'Half time' }, 'Half time'],
  ['difficulty', 99, '99'],
  [null, undefined, 'Removed'],
  [null, WARM_UP, 'Kept, with changes']
])('clashValue describes a value of %s in words', { tags: 'D-140' }, (field, value, words) => {
  expect(clashValue(clash(field, value), 'mine')).toBe(words)
})

test('two long texts that begin alike are cut to the place where they differ', { tags: 'D-140' }, () => {
  const same = 'word '.repeat(300)
  const two = clash('content', `<p>${same}by bus</p>`, `<p>${same}by train${' again'.repeat(200)}</p>`)
  expect(clashValue(two, 'mine')).toMatch(/^….* by bus$/)
  expect(clashValue(two, 'theirs')).toMatch(/^….* by train again.*…$/)
  expect(clashValue(two, 'mine').length).toBeLessThanOrEqual(402)
  const shorter = clash('content', same, `${same}and more`)
  expect(clashValue(shorter, 'theirs')).toMatch(/and more$/)
})

test('clashValue describes places, dates and ids in words', {
  tags: 'D-140'
}, () => {
  const place = clash('place', 1, 2)
  expect([clashValue(place, 'mine'), clashValue(place, 'theirs')]).toEqual([
    'Where you put it',
    'Where it was moved in the meantime'
  ])
  expect(clashValue(clash('started_at', '2026-05-01T12:00:00Z'), 'mine')).toMatch(/^May 1, 2026 at \d\d?:00 [AP]M$/)
  const named = (_: string, id: number) => (id === 3 ? 'Sport' : undefined)
  expect([3, 4].map(id => clashValue(clash('term_id', id), 'mine', named))).toEqual(['Sport', '4'])
})
