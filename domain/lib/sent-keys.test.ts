import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { partFields, task, taskGroup } from '../activities/plan.ts'
import { sentKeys } from './sent-keys.ts'

const form = sentKeys({
  title: z.string(),
  sets: z._default(z.int(), 1),
  limit: z._default(z.nullable(z.int()), null),
  note: z.optional(z.string())
})

test('absent keys stay absent and get no default', { tags: 'API-41' }, () => {
  expect(z.parse(form, {})).toEqual({})
  expect(z.parse(form, { sets: 3 })).toEqual({ sets: 3 })
})

test('null is accepted only by nullable fields', () => {
  expect(z.parse(form, { limit: null })).toEqual({ limit: null })
  for (const field of ['title', 'sets', 'note']) {
    expect([field, z.safeParse(form, { [field]: null }).success]).toEqual([field, false])
  }
})

test('a field is checked as in the whole form', () => {
  expect(z.safeParse(form, { sets: 1.5 }).error?.issues[0]?.path).toEqual(['sets'])
})

test.each([
  ['a part', partFields.shape],
  ['a goal of a plan', task.shape],
  ['a group of goals', taskGroup.shape]
])('each field of %s can be sent alone', (_, shape) => {
  const keys = sentKeys(shape as Record<string, z.ZodMiniType>)
  expect(z.parse(keys, {})).toEqual({})
  for (const [name, value] of Object.entries({ title: 'A title', hidden: 1, duration: 60 })) {
    if (name in shape) expect(z.parse(keys, { [name]: value })).toEqual({ [name]: value })
  }
})
