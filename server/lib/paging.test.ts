import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { cut, sliceOf } from './paging.ts'

test('a page reads one row more than it shows, after the rows of earlier pages', { tags: 'D-22' }, () => {
  expect(sliceOf({}, 10)).toEqual({ limit: 11, offset: 0 })
  expect(sliceOf({ page: '1' }, 10)).toEqual({ limit: 11, offset: 0 })
  expect(sliceOf({ page: '2' }, 10)).toEqual({ limit: 11, offset: 10 })
  expect(sliceOf({ page: 3 }, 25)).toEqual({ limit: 26, offset: 50 })
  expect(sliceOf({ page: '1000000' }, 10)).toEqual({ limit: 11, offset: 9_999_990 })
})

test.each(['0', '-2', '1.5', 'x', '', 'Infinity', '1000001', '9'.repeat(30), ['1', '2'], {}, null, true])(
  'an unreadable page=%j means the first page',
  { tags: ['API-07', 'API-08'] },
  page => {
    expect(sliceOf({ page }, 10)).toEqual({ limit: 11, offset: 0 })
  }
)

test('all pages after the first share one statement', () => {
  const written = (page: number) => new PgDialect().sqlToQuery(cut(sliceOf({ page }, 10)))
  expect(written(1)).toMatchObject({ sql: expect.stringMatching(/^limit 11\s*$/), params: [] })
  expect(written(2).sql).toBe(written(999).sql)
  expect([written(2).params, written(999).params]).toEqual([[10], [9980]])
})
