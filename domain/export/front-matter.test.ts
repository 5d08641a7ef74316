import { expect, test } from 'vitest'
import { readFrontMatter, writeFrontMatter } from './front-matter.ts'

test('what is written is read again', () => {
  const title = 'A "b": c # d \\ é\n---\nkey: value'
  const file = `${writeFrontMatter([
    ['title', title],
    ['order', 1.5],
    ['group', null]
  ])}\nText\n`
  const { fields, body } = readFrontMatter(file)
  expect([...fields]).toEqual([
    ['title', title],
    ['order', '1.5']
  ])
  expect(body).toBe('\nText\n')
})

test.each([
  ['a plain title', '---\ntitle: Plain # comment\n---\nText', 'Plain', 'Text'],
  ['single quotes', "---\r\ntitle: 'It''s'\r\n---\r\nText", 'It’s'.replace('’', "'"), 'Text'],
  ['TOML', '+++\ntitle = "Hugo"\n+++\nText', 'Hugo', 'Text'],
  ['a list is skipped', '---\ntags:\n  - a\n  - title: no\ntitle: Yes\n---\n', 'Yes', ''],
  ['a byte order mark', '\uFEFF---\ntitle: A\n---\n', 'A', ''],
  ['only a line', '---\nText\n', undefined, '---\nText\n'],
  ['nothing', '', undefined, ''],
  ['a field called __proto__', '---\n__proto__: a\ntitle: b\n---\n', 'b', '']
])('%s', (_, file, title, body) => {
  const read = readFrontMatter(file)
  expect([read.fields.get('title'), read.body]).toEqual([title, body])
})
