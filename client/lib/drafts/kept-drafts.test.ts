import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { continueDraft, findDrafts, forgetDraft, holdDraft, type KeptDraft, keepDraft } from './kept-drafts.ts'

interface Form {
  title: string
}
const NOW = Date.UTC(2026, 4, 1)
const DAY = 86_400_000
const draft = (id: string, more: Partial<KeptDraft<Form>> = {}): KeptDraft<Form> => ({
  id,
  item: 'item 7',
  form: { title: id },
  base: { form: { title: '' }, revision: 1 },
  making: { key: 'k', body: null } as unknown as KeptDraft<Form>['making'],
  at: NOW,
  user: 1,
  ...more
})

/** The ids of the drafts that a form finds when it opens. */
async function offered(item = 'item 7', user: number | null = 1): Promise<string[]> {
  const found: string[][] = []
  findDrafts<Form>(item, user, drafts => found.push(drafts.map(({ id }) => id)))
  await vi.waitFor(() => expect(found).toHaveLength(1))
  return found[0] ?? []
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

/** Makes storage under this name fail, as a full browser does. */
function fill(name: string): void {
  const { localStorage: real } = window
  vi.stubGlobal('localStorage', {
    get length() {
      return real.length
    },
    key: (index: number) => real.key(index),
    getItem: (one: string) => real.getItem(one),
    removeItem: (one: string) => real.removeItem(one),
    setItem(one: string, text: string) {
      if (one === name) throw new DOMException('full', 'QuotaExceededError')
      real.setItem(one, text)
    }
  })
}

test('offers the drafts of a form to their author, the newest first, and nowhere else', {
  tags: 'D-140'
}, async () => {
  keepDraft(draft('a'))
  keepDraft(draft('b', { at: NOW + 5 }))
  keepDraft(draft('c', { item: 'item 8' }))
  keepDraft(draft('d', { user: 2 }))
  expect(await offered()).toEqual(['b', 'a'])
  expect(await offered('item 8')).toEqual(['c'])
  expect(await offered('item 7', 2)).toEqual(['d'])
})

test("offers a visitor's draft to everyone, and a person's draft to no visitor", {
  tags: 'D-140'
}, async () => {
  keepDraft(draft('a', { user: null }))
  keepDraft(draft('b'))
  expect(await offered('item 7', 2)).toEqual(['a'])
  expect(await offered('item 7', null)).toEqual(['a'])
})

test('keeping a draft again replaces it, and forgetting removes it', { tags: 'D-140' }, async () => {
  keepDraft(draft('a'))
  keepDraft(draft('a', { form: { title: 'longer' } }))
  expect(await offered()).toEqual(['a'])
  forgetDraft('a')
  expect(await offered()).toEqual([])
})

test("keeps twenty drafts per person and drops the oldest; other people's do not count", async () => {
  keepDraft(draft('other', { user: 2, at: NOW - DAY }))
  for (let index = 0; index < 25; index++) keepDraft(draft(`d${index}`, { at: NOW + index }))
  const left = await offered()
  expect(left).toHaveLength(20)
  expect(left.slice(-1)).toEqual(['d5'])
  expect(await offered('item 7', 2)).toEqual(['other'])
})

test('drops drafts older than thirty days when a new one is added', async () => {
  keepDraft(draft('old', { at: NOW - 31 * DAY }))
  keepDraft(draft('recent', { at: NOW - 29 * DAY }))
  expect(await offered()).toEqual(['recent', 'old'])
  keepDraft(draft('new'))
  expect(await offered()).toEqual(['new', 'recent'])
})

test('a draft lasts as long as the page when the browser is full, and keepDraft returns false', async () => {
  keepDraft(draft('a'))
  fill('draft a')
  expect(keepDraft(draft('a', { form: { title: 'newer' } }))).toBe(false)
  const titles: string[] = []
  findDrafts<Form>('item 7', 1, drafts => titles.push(...drafts.map(({ form }) => form.title)))
  await vi.waitFor(() => expect(titles).toEqual(['newer']))
  vi.unstubAllGlobals()
  expect(keepDraft(draft('a', { form: { title: 'newest' } }))).toBe(true)
  expect(await offered()).toEqual(['a'])
})

test('a continued draft replaces the earlier one, which stays when there is no space', async () => {
  keepDraft(draft('a'))
  expect(continueDraft(draft('a'), draft('b'))).toBe(true)
  expect(await offered()).toEqual(['b'])
  fill('draft c')
  expect(continueDraft(draft('b'), draft('c'))).toBe(false)
  expect(localStorage.getItem('draft b')).not.toBeNull()
  forgetDraft('c')
  expect(await offered()).toEqual(['b'])
})

test.each(['{', 'null', '5', '{"form":{}}', '{"base":{"form":{}}}'])(
  'ignores invalid stored drafts: %s',
  async text => {
    localStorage.setItem('draft x', text)
    keepDraft(draft('a'))
    expect(await offered()).toEqual(['a'])
  }
)

test('does not offer the draft of another open tab until that tab closes', async () => {
  const held = new Map<string, Promise<unknown>>()
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, work: () => Promise<void>) => {
        const done = work().finally(() => held.delete(name))
        held.set(name, done)
        return done
      },
      query: async () => ({ held: [...held.keys()].map(name => ({ name })) })
    }
  })
  keepDraft(draft('a'))
  keepDraft(draft('b'))
  const release = holdDraft('a')
  expect(await offered()).toEqual(['b'])
  release()
  await vi.waitFor(() => expect(held.size).toBe(0))
  expect((await offered()).sort()).toEqual(['a', 'b'])
})

test('does not call back after the form was closed', async () => {
  keepDraft(draft('a'))
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [] }) } })
  const found = vi.fn()
  findDrafts('item 7', 1, found)()
  await Promise.resolve()
  await Promise.resolve()
  expect(found).not.toHaveBeenCalled()
})
