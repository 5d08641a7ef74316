import { expect, test } from 'vitest'
import { merge } from '../../../domain/lib/edits/merge.ts'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import type { getItem } from '../../../domain/publishing/item-api.ts'
import { startOf } from './server-draft.ts'

type Found = ResponseOf<typeof getItem>
const ITEM = { id: 7, title: 'Hill', content: '<p>Up</p>', parent_id: 3, revision: 5 } as Found['item']
const found = (draft: Partial<NonNullable<Found['draft']>> | null): Found =>
  ({ item: ITEM, draft: draft && { title: 'Hill', content: '<p>Up</p>', revision: 5, saves: 2, ...draft } }) as Found

test('without a draft the form starts with the stored item', { tags: 'D-140' }, () => {
  const { fields, base } = startOf(found(null))
  expect(fields).toEqual({ title: 'Hill', content: '<p>Up</p>', parent_id: 3 })
  expect(base).toEqual({ form: fields, revision: 5 })
})

test('starts with the draft from another device, based on the stored item', { tags: 'D-140' }, () => {
  const { fields, base } = startOf(found({ content: '<p>Up and down</p>' }))
  expect(fields).toEqual({ title: 'Hill', content: '<p>Up and down</p>', parent_id: 3 })
  expect(base).toEqual({ form: { title: 'Hill', content: '<p>Up</p>', parent_id: 3 }, revision: 5 })
})

test('a draft of an older revision asks about each field that differs from the stored item', {
  tags: 'D-140'
}, () => {
  const { fields, base } = startOf(found({ content: '<p>Mine</p>', revision: 4 }))
  expect(base.revision).toBe(4)
  const stored = { title: ITEM.title, content: ITEM.content, parent_id: ITEM.parent_id }
  const { clashes } = merge(base.form, fields, stored)
  expect(clashes.map(({ field }) => field)).toEqual(['content'])
})
