import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEGMENTS } from '../accounts/reserved-usernames.ts'
import { Role } from '../accounts/user.ts'
import {
  CIRCLE,
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
import { isShownAsOwner, maySwitch, personPath } from './person.ts'

const owner = { id: 1, role_id: Role.Member }
const other = { id: 2, role_id: Role.Member }
const admin = { id: 3, role_id: Role.Admin }
const person = { user_id: 1 }

describe('permissions on items', () => {
  test.each([
    ['its owner', owner, true, true, true],
    ['someone else', other, false, false, false],
    ['a site admin', admin, false, true, true],
    ['a visitor', null, false, false, false]
  ])(
    '%s: may edit %s, hide or delete %s, read unpublished items %s',
    { tags: ['D-117', 'D-114'] },
    (_, viewer, edit, hide, read) => {
      expect([mayEdit(person, viewer), mayHide(person, viewer)]).toEqual([edit, hide])
      expect(mayRead({ is_public: false }, person, viewer)).toBe(read)
      expect(mayRead({ is_public: true }, person, viewer)).toBe(true)
    }
  )

  test.each([
    [owner, true, true, false],
    [owner, false, false, true],
    [other, true, false, false],
    [admin, true, false, false],
    [null, true, false, false]
  ])('%j on the page of a person, current: %s', { tags: 'D-36' }, (viewer, is_current, isOwner, canSwitch) => {
    const row = { ...person, is_current }
    expect([isShownAsOwner(row, viewer), maySwitch(row, viewer)]).toEqual([isOwner, canSwitch])
  })
})

test.each([
  [1, null, true],
  [0, null, false],
  [1, { is_public: true }, true],
  [1, { is_public: false }, false],
  [0, { is_public: true }, false]
])('an item of status %i in the book %j is public: %s', { tags: 'PUB-058' }, (status, book, expected) => {
  expect(isPublic({ status, isTakenDown: false }, book)).toBe(expected)
  expect(isPublic({ status, isTakenDown: true }, book)).toBe(false)
})

test.each(['山に登る-春', 'हिमालय-की-चोटी'])('an item may have the slug %s', { tags: 'D-41' }, slug => {
  expect([slugProblem(slug), isName(slug)]).toEqual([null, true])
})

describe('the book of an item may be', () => {
  const item = { id: 5, person_id: 1, is_book: false }
  const book = { person_id: 1, is_book: true }
  test.each([
    ['an own book', item, book, [7, 6], null],
    ['an own book, for a new item', { person_id: 1 }, book, [7, 6], null],
    ['no unknown item', item, null, [], NO_SUCH_BOOK],
    ['no book of someone else', item, { ...book, person_id: 2 }, [7], NO_SUCH_BOOK],
    ['no item that is not a book', item, item, [7], NO_SUCH_BOOK],
    ['not the item itself', item, book, [5], CIRCLE],
    ['no book below the item', item, book, [7, 6, 5], CIRCLE]
  ])('%s', { tags: ['PUB-107', 'PUB-057', 'PUB-064'] }, (_, child, parent, above, message) => {
    expect(parentCheck(child, parent, above, 'parent_id')).toEqual(
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
])('the slug %j: %s', { tags: 'D-41' }, (slug, problem) => {
  expect(slugProblem(slug)).toBe(problem)
})

test('the path of a book or loose item begins with the person, any other with the book', {
  tags: 'D-41'
}, () => {
  const [walks, hill] = [
    { slug: 'walks', is_book: true },
    { slug: 'the-hill', is_book: false }
  ]
  expect(itemPath(walks, 'ada', null)).toBe('/ada/walks')
  expect(itemPath(walks, 'ada', { slug: 'travel' })).toBe('/ada/walks')
  expect(itemPath(hill, 'ada', null)).toBe('/ada/the-hill')
  expect(itemPath(hill, 'ada', walks)).toBe('/walks/the-hill')
})

test('persons and items get another path when a page of the product uses their name', {
  tags: ['D-27', 'D-41']
}, () => {
  expect([personPath('ada'), personPath('Pricing')]).toEqual(['/ada', '/users/Pricing'])
  const hill = { slug: 'the-hill', is_book: false }
  expect(itemPath(hill, 'pricing', null)).toBe('/sources/the-hill')
  expect(itemPath(hill, 'ada', { slug: 'groups' })).toBe('/sources/the-hill')
})

test.each([
  ['ada', true],
  ['the-hill', true],
  ['a.png', false],
  ['a b', false],
  ['%', false],
  ['x'.repeat(101), false]
])('%j can be a name in a path: %s', { tags: 'D-41' }, (segment, expected) => {
  expect(isName(segment)).toBe(expected)
})

test('people who may edit may hide, and people who may hide may read', { tags: ['D-117', 'D-114'] }, () => {
  const viewers = fc.option(fc.record({ id: fc.nat(3), role_id: fc.constantFrom(Role.Member, Role.Admin) }))
  fc.assert(
    fc.property(viewers, fc.nat(3), fc.boolean(), (viewer, user_id, is_public) => {
      const [edits, hides] = [mayEdit({ user_id }, viewer), mayHide({ user_id }, viewer)]
      expect(!edits || hides).toBe(true)
      expect(!hides || mayRead({ is_public }, { user_id }, viewer)).toBe(true)
      if (viewer === null)
        expect([edits, hides, mayRead({ is_public }, { user_id }, viewer)]).toEqual([false, false, is_public])
    }),
    { seed: 117, numRuns: 200 }
  )
})

test('a valid slug is a lower-case name and gives a path of its own', {
  tags: 'D-41'
}, () => {
  const letters = fc.array(fc.constantFrom('a', 'Z', '0', '9', '-', '_', '.', '/', ' ', 'é'), { maxLength: 6 })
  fc.assert(
    fc.property(letters, parts => {
      const slug = parts.join('')
      if (slugProblem(slug) !== null) return
      expect(isName(slug)).toBe(true)
      expect(slug).toMatch(/^[a-z0-9é-]+$/)
      expect(slug).toBe(slug.toLowerCase())
      expect(itemPath({ slug, is_book: false }, 'ada', { slug })).toBe(`/${slug}/${slug}`)
    }),
    { seed: 41, numRuns: 500 }
  )
})

test('every path segment of the product is refused as a slug', { tags: ['D-27', 'D-41'] }, () => {
  const refused = [...SEGMENTS].map(name => slugProblem(name))
  expect(refused.every(problem => problem === SLUG_TAKEN || problem === SLUG_TEXT)).toBe(true)
})

test.each([
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['', false],
  ['..', false],
  ['a/b', false],
  ['ada%00', false],
  ['Ada_1', true]
])('the server looks %j up as a name: %s', { tags: 'D-41' }, (segment, is) => {
  expect(isName(segment)).toBe(is)
})
