import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Card } from '../../domain/browse/api.ts'
import { mySessionsPage } from '../../domain/sessions/api.ts'
import { NOW, sessionCard } from '../../testing/page/cards.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { MySessionsPage } from './MySessionsPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

function openMySessions(sessions: Card[], search = '') {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  setUser(ADA)
  putPage(mySessionsPage, `/my/sessions${search}`, { sessions })
  show(<MySessionsPage />, `/my/sessions${search}`)
}

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const card = (id: number) =>
  sessionCard({ id, slug: `focus-${id}`, title: `Focus ${id}`, path: `/sessions/focus-${id}`, is_joined: 1 })

test('without sessions the page links to all sessions and to creating one', { tags: ['MYS-16', 'MYS-17'] }, () => {
  openMySessions([])
  expect(screen.getByText("You haven't joined any sessions yet.")).toBeTruthy()
  expect(hrefOf('Look for sessions')).toBe('/events')
  expect(hrefOf('Create a New Session')).toBe('/challenges/events/create')
})

test('each session links to its page, also after its end', { tags: ['MYS-14', 'D-55'] }, () => {
  openMySessions([card(1), { ...card(2), status: 2 }])
  expect(hrefOf('Focus 1')).toBe('/sessions/focus-1')
  expect(hrefOf('Focus 2')).toBe('/sessions/focus-2')
  expect(screen.getByText('Ended')).toBeTruthy()
})

test('a page lists ten sessions and links to the next page', { tags: 'MYS-15' }, () => {
  openMySessions(Array.from({ length: 11 }, (_, n) => card(n + 1)))
  expect(screen.getAllByRole('article')).toHaveLength(10)
  expect(hrefOf('Next')).toBe('/my/sessions?page=2')
})

test('an empty page beyond the end links back', { tags: 'MYS-15' }, () => {
  openMySessions([], '?page=3')
  expect(hrefOf('Previous')).toBe('/my/sessions?page=2')
})

test('the pill menu marks Sessions and scrolls it to the middle', { tags: ['MYS-04', 'D-133'] }, () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(80)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  openMySessions([])
  const menu = screen.getByRole('navigation', { name: 'My pages' })
  expect(within(menu).getByRole('link', { name: 'Sessions' }).getAttribute('aria-current')).toBe('page')
  expect(menu.scrollLeft).toBe(240)
  expect(screen.queryByRole('navigation', { name: 'Parts of this page' })).toBeNull()
})

test('on small screens Groups is an icon with a name for screen readers', { tags: 'MYS-06' }, () => {
  openMySessions([])
  const pills = within(screen.getByRole('navigation', { name: 'My pages' }))
  const groups = pills.getByRole('link', { name: 'Groups' })
  expect(groups.querySelector('svg')).not.toBe(null)
  expect(groups.dataset.iconOnSmall).toBe('true')
})

test('a visitor sees a prompt to sign in', { tags: 'MYS-12' }, () => {
  putPage(mySessionsPage, '/my/sessions', null)
  show(<MySessionsPage />, '/my/sessions')
  expect(screen.getByText('Sign in or register to see your sessions.')).toBeTruthy()
})
