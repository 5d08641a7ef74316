import { describe, expect, test } from 'vitest'
import { Role } from '../accounts/user.ts'
import {
  BOOK_IN_BOOK,
  isName,
  isPublic,
  itemPath,
  mayEdit,
  mayHide,
  mayRead,
  NO_SUCH_BOOK,
  parentCheck,
  SLUG_TAKEN,
  SLUG_TEXT,
  slugProblem
} from './item.ts'
import { isShownAsOwner, maySwitch } from './person.ts'

const owner = { id: 1, role_id: Role.Member }
const other = { id: 2, role_id: Role.Member }
const admin = { id: 3, role_id: Role.Admin }
const person = { user_id: 1 }

describe('who may do what', () => {
  test.each([
    ['its owner', owner, true, true, true],
    ['somebody else', other, false, false, false],
    ['a site admin', admin, false, true, true],
    ['a visitor', null, false, false, false]
  ])('D-117 D-114 %s: edit %s, hide or delete %s, read what is unpublished %s', (_, viewer, edit, hide, read) => {
    expect([mayEdit(person, viewer), mayHide(person, viewer)]).toEqual([edit, hide])
    expect(mayRead({ is_public: false }, person, viewer)).toBe(read)
    expect(mayRead({ is_public: true }, person, viewer)).toBe(true)
  })

  test.each([
    [owner, true, true, false],
    [owner, false, false, true],
    [other, true, false, false],
    [admin, true, false, false],
    [null, true, false, false]
  ])('D-36 %j at a page, which is of the current person: %s', (viewer, is_current, isOwner, canSwitch) => {
    const row = { ...person, is_current }
    expect([isShownAsOwner(row, viewer), maySwitch(row, viewer)]).toEqual([isOwner, canSwitch])
  })
})

test.each([
  [1, null, true],
  [0, null, false],
  [1, { status: 1 }, true],
  [1, { status: 0 }, false],
  [0, { status: 1 }, false]
])('PUB-058 an item of status %i in the book %j is public: %s', (status, book, expected) => {
  expect(isPublic({ status }, book)).toBe(expected)
})

describe('a parent', () => {
  const item = { person_id: 1, is_book: false }
  const book = { person_id: 1, is_book: true }
  test.each([
    ['an own book', item, book, null],
    ['nothing that is there', item, null, NO_SUCH_BOOK],
    ['the book of somebody else', item, { ...book, person_id: 2 }, NO_SUCH_BOOK],
    ['an item that is no book', item, item, NO_SUCH_BOOK],
    ['a book, for a book', book, book, BOOK_IN_BOOK]
  ])('PUB-107 PUB-057 %s', (_, child, parent, message) => {
    expect(parentCheck(child, parent, 'parent_id')).toEqual(
      message && { kind: 'invalid', fields: { parent_id: message }, message }
    )
  })
})

test.each([
  ['walking-by-night', null],
  ['chapter-1', null],
  ['2026', SLUG_TEXT],
  ['', SLUG_TEXT],
  ['Walking', SLUG_TEXT],
  ['a--b', SLUG_TEXT],
  ['-a', SLUG_TEXT],
  ['a/b', SLUG_TEXT],
  ['login', SLUG_TAKEN],
  ['api', SLUG_TAKEN]
])('D-41 the slug %j: %s', (slug, problem) => {
  expect(slugProblem(slug)).toBe(problem)
})

test('D-41 a book is under its person, and so is an item in no book; any other item is under its book', () => {
  expect(itemPath('walks', 'ada', null)).toBe('/ada/walks')
  expect(itemPath('the-hill', 'ada', { slug: 'walks' })).toBe('/walks/the-hill')
})

test.each([
  ['ada', true],
  ['the-hill', true],
  ['api', false],
  ['Login', false],
  ['a.png', false],
  ['a b', false],
  ['%', false],
  ['x'.repeat(101), false]
])('D-41 %j can name something: %s', (segment, expected) => {
  expect(isName(segment)).toBe(expected)
})
