import '../../../testing/page/no-editor.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { itemPage, personPage } from '../../../domain/publishing/api.ts'
import { PASSED } from '../../../domain/publishing/publish-at.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { itemDataOf, itemOf, LETTERS, personDataOf } from '../../../testing/page/publishing.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { ItemPage } from '../ItemPage.tsx'
import { PersonPage } from '../PersonPage.tsx'

beforeEach(() => setUser({ ...ADA, time_zone: 'Europe/Berlin' }))
afterEach(async () => {
  cleanup()
  await new Promise(setImmediate)
  forget()
  localStorage.clear()
})

const AT = '2026-07-01T16:30:00.000Z'
const draft = itemOf(5, 'Hills', { status: 0, published_at: null })
const reloads = {
  'GET /api/ada': () => json({ serverData: personDataOf([]) }),
  'GET /api/items/parents/search/ada': () => json([{ ...LETTERS, parents_title: null, is_favorite: 0 }])
}
const field = () => screen.findByLabelText('Publish at')

test('the owner chooses a time in their zone, changes it and cancels it', { tags: 'D-162' }, async () => {
  let shown = draft
  putPage(itemPage, draft.path, itemDataOf(draft))
  const sent = respond({
    'PATCH /api/items/5': ({ body }) => {
      const isSet = JSON.stringify(body).includes('2026-07-01')
      shown = { ...draft, publish_at: isSet ? AT : null }
      return json({ item: shown, error: null, error_code: null })
    },
    [`GET /api${draft.path}`]: () => json({ serverData: itemDataOf(shown) }),
    ...reloads
  })
  show(<ItemPage />, draft.path)
  fireEvent.click(await screen.findByRole('button', { name: 'Publish later' }))
  fireEvent.click(screen.getByRole('button', { name: 'Publish then' }))
  expect(await screen.findByText('Choose a date and a time.')).toBeTruthy()
  fireEvent.change(await field(), { target: { value: '2026-07-01T18:30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Publish then' }))
  expect(await screen.findByText(/will be published on Wednesday, July 1, 2026 at 6:30.PM/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Change the time' }))
  expect(await field()).toHaveProperty('value', '2026-07-01T18:30')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Don’t publish then' }))
  expect(await screen.findByRole('button', { name: 'Publish later' })).toBeTruthy()
  const patches = sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body?.itemData)
  expect(patches).toEqual([{ publish_at: '2026-07-01T18:30' }, { publish_at: null }])
})

test('a new item can wait for a time, and a refused time shows at its field', { tags: 'D-162' }, async () => {
  putPage(personPage, '/ada', personDataOf([]))
  const refused = json({ message: PASSED, error: PASSED, errors: { publish_at: PASSED } }, 422)
  const item = itemOf(6, 'Hills', { status: 0, publish_at: AT })
  const answers = [refused, json({ item, error: null, error_code: null })]
  const sent = respond({
    'POST /api/items': () => answers.shift() ?? json({}),
    'GET /api/me/persons/ada/drafts': () => json({ drafts: [] }),
    ...reloads
  })
  show(<PersonPage />, '/ada')
  fireEvent.click(await screen.findByRole('button', { name: 'Add an item' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'Hills' } })
  fireEvent.click(screen.getByRole('button', { name: 'Publish later' }))
  fireEvent.change(await field(), { target: { value: '2026-01-01T10:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Publish then' }))
  expect(await screen.findByText(PASSED)).toBeTruthy()
  fireEvent.change(await field(), { target: { value: '2026-07-01T18:30' } })
  expect(screen.queryByText(PASSED)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Publish then' }))
  await waitFor(() => expect(screen.queryByLabelText('Publish at')).toBeNull())
  const posts = sent.filter(({ method, url }) => method === 'POST' && url === '/api/items').map(({ body }) => body)
  expect(posts).toMatchObject([{ publish_at: '2026-01-01T10:00' }, { publish_at: '2026-07-01T18:30', status: 0 }])
})
