import { expect, test } from 'vitest'
import { itemFile } from '../../export/items.ts'
import { inGroups, pathFrom, readItemFile } from './read-item.ts'

const row = {
  ...{ id: 5, slug: 'first-letter', title: 'First: "letter"', content: '', status: 1, is_book: false },
  ...{ book: 'letters', parent_id: 4, hidden_at: null, published_at: '2025-01-02T03:04:05+00:00' },
  ...{ publish_at: '2027-01-02T03:04:05+00:00', username: 'ada' },
  ...{ order_ms: 7.5, created_at: '2025-01-01T03:04:05+00:00', updated_at: '2025-01-03T03:04:05+00:00' }
}

test('an exported item is read as it was', { tags: 'D-131' }, () => {
  expect(readItemFile('first-letter.md', itemFile(row, 'moved.1.abc', 'Dear *all*', 'https://old.example'))).toEqual({
    ...{ path: 'first-letter.md', key: 'moved.1.abc.items.5', title: row.title, slug: row.slug, isBook: false },
    ...{ address: 'https://old.example/letters/first-letter', publish_at: '2027-01-02T03:04:05.000Z' },
    ...{ group: 'letters', isPublished: true, published_at: '2025-01-02T03:04:05.000Z', order_ms: 7.5 },
    ...{ created_at: '2025-01-01T03:04:05.000Z', updated_at: '2025-01-03T03:04:05.000Z' },
    markdown: '\nDear *all*\n'
  })
})

test('an item that a moderator took down is exported as unpublished', { tags: 'D-149' }, () => {
  expect(readItemFile('a.md', itemFile({ ...row, hidden_at: row.created_at }, 'moved.1.abc', '')).isPublished).toBe(
    false
  )
})

test('a file of another program has the title of its fields, of its heading, or of its name', () => {
  expect(readItemFile('posts/2020-01-01-a.md', '---\ntitle: Fields\ndate: 2020-01-01\n---\nText')).toMatchObject({
    ...{ title: 'Fields', created_at: '2020-01-01T00:00:00.000Z', isPublished: false, markdown: 'Text' }
  })
  expect(readItemFile('a.md', '\n# Heading #\n\nText')).toMatchObject({ title: 'Heading', markdown: '\nText' })
  expect(readItemFile('notes/My day.md', 'Text')).toMatchObject({ title: 'My day', markdown: 'Text' })
})

test('the same text has the same key, and another one has another key', () => {
  const keyOf = (text: string) => readItemFile('a.md', text).key
  expect(keyOf('Text')).toBe(keyOf('Text'))
  expect(new Set(['', 'Text', 'Text ', 'text', 'ab', 'ba'].map(keyOf)).size).toBe(6)
  expect(keyOf('---\nid: "made up"\n---\n')).toMatch(/^md\.[a-z0-9]{22,24}$/)
})

test('a link is a path from its file', () => {
  expect(pathFrom('a/b.md', '../pictures/my%20cat.jpg')).toBe('pictures/my cat.jpg')
  expect(pathFrom('b.md', './pictures/100%.jpg?x#y')).toBe('pictures/100%.jpg')
  expect(pathFrom('a/b.md', '/pictures/c.jpg')).toBe('pictures/c.jpg')
  expect(pathFrom('a/b.md', '../../../../etc/c.jpg')).toBe('etc/c.jpg')
  expect(pathFrom('b.md', 'https://example.org/c.jpg')).toBeNull()
  expect(pathFrom('b.md', '//example.org/c.jpg')).toBeNull()
})

test('groups come before what is in them, and a circle is cut', () => {
  const file = (slug: string, group: string | null, isBook = true) => ({ key: `key.${slug}`, slug, group, isBook })
  const order = (files: ReturnType<typeof file>[]) => inGroups(files).map(({ file, book }) => [file.slug, book])
  expect(order([file('letter', 'inner', false), file('inner', 'outer'), file('outer', null)])).toEqual([
    ['outer', null],
    ['inner', 'key.outer'],
    ['letter', 'key.inner']
  ])
  expect(order([file('a', 'b'), file('b', 'a'), file('c', 'gone', false), file('d', 'c', false)])).toEqual([
    ['b', null],
    ['a', 'key.b'],
    ['c', null],
    ['d', null]
  ])
})
