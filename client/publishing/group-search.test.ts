import { expect, test } from 'vitest'
import { groupEntries, searchGroups } from './group-search.ts'

const group = (id: number, title: string, is_favorite: 0 | 1 = 0, parents_title: string | null = null) => ({
  id,
  slug: title.toLowerCase(),
  title,
  path: `/ada/${title.toLowerCase()}`,
  status: 1 as const,
  parents_title,
  is_favorite
})

const entries = groupEntries([group(1, 'Letters'), group(2, 'Travel diary', 1), group(3, 'Notes', 0, 'Physics')], false)
const found = (typed: string): string[] => searchGroups(entries, typed).map(({ title }) => title)

test('keeps the order of the groups and adds "None" with a null id', { tags: ['PUB-012', 'PUB-018'] }, () => {
  expect(found('')).toEqual(['Letters', 'Travel diary', 'Notes', 'None'])
  expect(entries.at(-1)?.id).toBeNull()
})

test.each([
  ['a mistyped word', 'travle', 'Travel diary'],
  ['small letters for large ones', 'LETTERS', 'Letters'],
  ['the group around it', 'physics', 'Notes'],
  ['no group', 'none', 'None']
])('%s finds the group', { tags: ['PUB-019', 'PUB-020', 'PUB-021', 'PUB-018'] }, (_, typed, title) => {
  expect(found(typed)[0]).toBe(title)
})

test('finds nothing for an unknown title', { tags: 'PUB-022' }, () => {
  expect(found('xylophone')).toEqual([])
})

test('lists only starred groups and "None" as favorites', { tags: ['PUB-016', 'D-66'] }, () => {
  const starred = groupEntries([group(1, 'Letters'), group(2, 'Travel diary', 1)], true)
  expect(starred.map(({ title }) => title)).toEqual(['Travel diary', 'None'])
})
