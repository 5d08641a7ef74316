import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADA, forget } from '../../../testing/page/show.tsx'
import { refuseStorage } from '../../../testing/page/storage.ts'
import { setUser } from '../user.ts'
import { useKeptForm } from './kept-form.ts'

const BASE = { form: { title: 'Notes', content: '' }, revision: 3 }

beforeEach(() => {
  localStorage.clear()
  setUser(ADA)
})
afterEach(forget)

/** Opens the form, until `leave`. */
function visit(item = 'item 7') {
  const { result, unmount } = renderHook(() => {
    const [form, setForm] = useState(BASE.form)
    return { form, setForm, kept: useKeptForm(item, form, BASE) }
  })
  const now = () => result.current
  return {
    leave: unmount,
    kept: () => now().kept,
    offered: () => now().kept.drafts.map(({ form }) => form.content),
    type: (content: string) => act(() => now().setForm({ ...BASE.form, content })),
    restoreFirst: () =>
      act(() => {
        const [draft] = now().kept.drafts
        if (!draft) throw new Error('There is no draft.')
        now().kept.restore(draft)
        now().setForm(draft.form)
      })
  }
}

function leaveDraft(content: string): void {
  const { type, leave } = visit()
  type(content)
  leave()
}

test('offers typed text when its form opens again, and nowhere else', () => {
  leaveDraft('half a page')
  expect(visit('item 8').offered()).toEqual([])
  const again = visit()
  expect(again.kept().drafts).toMatchObject([{ form: { content: 'half a page' }, base: BASE }])
  again.restoreFirst()
  expect(again.offered()).toEqual([])
  again.leave()
  expect(visit().offered()).toEqual(['half a page'])
})

test('saved, discarded or undone text leaves no draft', () => {
  const { type, kept, leave } = visit()
  type('saved')
  act(() => kept().forget())
  leave()
  leaveDraft('')
  leaveDraft('discarded')
  const next = visit()
  const [draft] = next.kept().drafts
  act(() => draft && next.kept().discard(draft))
  expect(next.offered()).toEqual([])
  expect(localStorage.length).toBe(0)
})

test('restoring a draft keeps the text typed meanwhile as another draft', () => {
  leaveDraft('one')
  const second = visit()
  second.type('two')
  second.restoreFirst()
  expect(second.offered()).toEqual(['two'])
  second.leave()
  expect(visit().offered().toSorted()).toEqual(['one', 'two'])
})

test("offers nobody another person's draft", () => {
  leaveDraft('of ada')
  setUser({ ...ADA, id: 2 })
  expect(visit().offered()).toEqual([])
})

test('without storage the form says so, and the text lasts as long as the page', () => {
  refuseStorage()
  const { type, kept, leave } = visit()
  type('half a page')
  expect(kept().isKept).toBe(false)
  leave()
  const again = visit()
  expect(again.offered()).toEqual(['half a page'])
  again.restoreFirst()
  act(() => again.kept().forget())
  again.leave()
  expect(visit().offered()).toEqual([])
})
