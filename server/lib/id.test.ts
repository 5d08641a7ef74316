import { expect, test } from 'vitest'
import { readId, readSlugOrId } from './id.ts'

test.each(['1', '42', String(Number.MAX_SAFE_INTEGER)])('%s is an id', text => {
  expect(readId(text)).toBe(Number(text))
})

test.each(['', '0', '-1', '1.5', 'x', '1x', '9007199254740992', '9'.repeat(400), 'NaN', 'Infinity'])(
  '%j is not an id and returns 404 instead of a database error',
  text => {
    expect(() => readId(text)).toThrow(expect.objectContaining({ refusal: { kind: 'notFound' } }))
  }
)

test('a text of digits may be an id, and any other text is a slug only', { tags: 'D-40' }, () => {
  expect(readSlugOrId('10')).toEqual({ slug: '10', id: 10 })
  for (const slug of ['calm', '10-minutes', '-1', '1e3', '1.0', ' 1', '１', '']) {
    expect(readSlugOrId(slug)).toEqual({ slug, id: -1 })
  }
  // Longer than any id, and longer than a number can store exactly.
  expect(readSlugOrId('9'.repeat(15)).id).toBe(999_999_999_999_999)
  expect(readSlugOrId('9'.repeat(16)).id).toBe(-1)
})
