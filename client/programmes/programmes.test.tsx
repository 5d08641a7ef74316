import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDays } from '../../domain/lib/day.ts'
import { createProgrammePage, followPage, programmePage, programmesPage } from '../../domain/programmes/api.ts'
import { weeksOf } from '../../domain/programmes/weeks.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { serverNow } from '../lib/dates/server-clock.ts'
import { setUser } from '../lib/user.ts'
import { OutboxStatus } from '../outbox/OutboxStatus.tsx'
import { startOutbox } from '../outbox/outbox.ts'
import { CreateProgrammePage } from './CreateProgrammePage.tsx'
import { FollowPage } from './FollowPage.tsx'
import { ProgrammePage } from './ProgrammePage.tsx'
import { ProgrammesPage } from './ProgrammesPage.tsx'
import { UnitsOfToday } from './UnitsOfToday.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const TEXT = 'Week 1: Begin\n3 x Run: 5 min walk, 10 min run\nWeek 2\nRead: 20 pages'
const weeks = [...weeksOf(TEXT)]
const today = () => new Date(serverNow()).toISOString().slice(0, 10)
const FOLLOW = {
  ...{ id: 7, title: 'Couch to 5k', path: '/my/programmes/7', programme_path: '/programmes/couch-to-5k', weeks },
  ...{ done: [], pauses: [], has_ended: 0 as const, group: null }
}
const follow = () => ({ ...FOLLOW, stays: [{ week: 0, from: today() }] })
const PROGRAMME = {
  ...{ slug: 'couch-to-5k', title: 'Couch to 5k', path: '/programmes/couch-to-5k', weeks_count: 2, units_count: 4 },
  ...{ username: null, id: null, about: 'Run', source: { name: 'NHS', url: 'https://www.nhs.uk' }, weeks },
  ...{ visibility: 'public' as const, is_mine: 0 as const }
}

test('a visitor reads the weeks and the source, and is asked to sign in to follow', async () => {
  putPage(programmePage, '/programmes/couch-to-5k', { programme: PROGRAMME, following: null, groups: [] })
  show(<ProgrammePage />, '/programmes/couch-to-5k')
  expect(screen.getByRole('link', { name: 'NHS' })).toBeTruthy()
  expect(screen.getAllByText('15 min')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Follow from today' }))
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
})

test('a press ticks a unit, and a later week has a button to skip to it', async () => {
  setUser(ADA)
  putPage(followPage, '/my/programmes/7', { follow: follow(), together: null })
  const done = [{ stay: 0, week: 0, unit: 0, day: today() }]
  const sent = respond({ 'PUT /api/programme-follows/7/units': () => json({ follow: { ...follow(), done } }) })
  show(<FollowPage />, '/my/programmes/7')
  expect(screen.getByText('Week 1 of 2, 0 of 4 units')).toBeTruthy()
  expect(screen.getByText('A unit is waiting for you today.')).toBeTruthy()
  const tick = screen.getByRole('button', { name: 'Run 1: done' })
  fireEvent.click(tick)
  await waitFor(() => expect(tick.getAttribute('aria-pressed')).toBe('true'))
  expect(sent[0]?.body).toMatchObject({ week: 0, unit: 0, done: 1 })
  expect(screen.getByText('Week 1 of 2, 1 of 4 units')).toBeTruthy()
  expect(screen.getByText('Skip to week 2')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Read: done', hidden: true }).disabled).toBe(true)
})

test('Today ticks its unit with one round button', async () => {
  setUser(ADA)
  const sent = respond({ 'PUT /api/programme-follows/7/units': () => json({ follow: follow() }) })
  const [unit] = weeks[0]?.units ?? []
  if (!unit) throw new Error('there is no unit')
  const one = { ...FOLLOW, week: 1, weeks_count: 2, done: 0, units_count: 4, is_done: 0 as const }
  show(<UnitsOfToday units={[{ ...one, unit: { ...unit, week: 0, unit: 0 } }]} next={[]} />)
  const row = within(screen.getByRole('list', { name: 'Units of today' }))
  expect(row.getByText('Couch to 5k · Week 1 of 2, 0 of 4 units')).toBeTruthy()
  fireEvent.click(row.getByRole('button', { name: 'Done: Run 1, Couch to 5k' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a programme that asks for nothing today says when its next unit is', () => {
  setUser(ADA)
  const one = { ...FOLLOW, week: 1, weeks_count: 2, done: 1, units_count: 4 }
  show(<UnitsOfToday units={[]} next={[{ ...one, day: '2026-12-01', unit_title: 'Run 2' }]} />)
  expect(screen.queryByRole('list', { name: 'Units of today' })).toBeNull()
  expect(screen.getByRole('link').textContent).toBe('Couch to 5kRun 2 on Tuesday, Dec 1 · Week 1 of 2, 1 of 4 units')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Week 1 of 2, 1 of 4 units')
})

test.each([
  { begun: 'today', from: 0, buttons: ['Skip to week 2', 'Begin week 2 today'] },
  { begun: 'yesterday', from: -1, buttons: ['Repeat week 1', 'Skip to week 2', 'Begin week 2 today'] },
  { begun: 'eight days ago', from: -8, buttons: ['Begin week 1 today', 'Repeat week 2'] },
  { begun: 'three weeks ago', from: -21, buttons: ['Begin week 1 today', 'Begin week 2 today'] },
  { begun: 'later', from: 2, buttons: ['Begin week 1 today', 'Begin week 2 today'] }
])('a week that began $begun offers only what changes something', ({ from, buttons }) => {
  setUser(ADA)
  const stays = [{ week: 0, from: addDays(today(), from) }]
  putPage(followPage, '/my/programmes/7', { follow: { ...FOLLOW, stays }, together: null })
  show(<FollowPage />, '/my/programmes/7')
  const shown = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '')
  expect(shown.filter(label => /^(Repeat|Skip|Begin)/.test(label))).toEqual(buttons)
})

test('a programme that is no longer followed keeps what was done, and offers nothing', () => {
  setUser(ADA)
  const done = [{ stay: 0, week: 0, unit: 0, day: today() }]
  putPage(followPage, '/my/programmes/7', { follow: { ...follow(), done, has_ended: 1 }, together: null })
  show(<FollowPage />, '/my/programmes/7')
  expect(screen.getByRole('status').textContent).toBe('Week 1 of 2, 1 of 4 unitsYou no longer follow it.')
  expect(screen.queryByText('this week')).toBeNull()
  expect(screen.queryByRole('button', { name: /Stop|Skip|Repeat|Begin/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Start it again' }).getAttribute('href')).toBe('/programmes/couch-to-5k')
})

test('stopped programmes are folded, and lead to what was done', () => {
  setUser(ADA)
  const one = { title: 'Couch to 5k', path: '/my/programmes/7', week: 1, weeks_count: 2, done: 1, units_count: 4 }
  putPage(programmesPage, '/programmes', { following: [], stopped: [one], ready: [], mine: [], others: [] })
  show(<ProgrammesPage />, '/programmes')
  const list = screen.getByText('Stopped (1)').closest('details')
  expect(list?.open).toBe(false)
  const link = within(list as HTMLElement).getByRole('link', { hidden: true })
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Couch to 5k', '/my/programmes/7'])
  expect(screen.getByText('Week 1 of 2, 1 of 4 units')).toBeTruthy()
})

test('after a week begins, the focus is on where the person is now', async () => {
  setUser(ADA)
  putPage(followPage, '/my/programmes/7', { follow: follow(), together: null })
  const skipped = { ...follow(), stays: [{ week: 1, from: today() }] }
  respond({
    'PUT /api/programme-follows/7/week': () => json({ follow: skipped }),
    'GET /api/my/programmes/7': () => json({ serverData: { follow: skipped, together: null } })
  })
  show(<FollowPage />, '/my/programmes/7')
  fireEvent.click(screen.getByRole('button', { name: 'Skip to week 2' }))
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Week 2 of 2, 0 of 4 units/))
  expect(document.activeElement?.getAttribute('role')).toBe('status')
})

test('a tick waits while offline, is shown at once, and can be taken back', { tags: 'D-158' }, async () => {
  setUser(ADA)
  putPage(followPage, '/my/programmes/7', { follow: follow(), together: null })
  const sent = respond({ 'PUT /api/programme-follows/7/units': () => json({ follow: follow() }) })
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show(
    <>
      <OutboxStatus />
      <FollowPage />
    </>,
    '/my/programmes/7'
  )
  window.dispatchEvent(new Event('offline'))
  const tick = screen.getByRole('button', { name: 'Run 1: done' })
  fireEvent.click(tick)
  await waitFor(() => expect(tick.getAttribute('aria-pressed')).toBe('true'))
  expect(screen.getByText('Week 1 of 2, 1 of 4 units')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Show' }))
  expect(within(screen.getByRole('list', { name: 'Waiting to send' })).getByText('Done: Run 1')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(tick.getAttribute('aria-pressed')).toBe('false'))

  fireEvent.click(tick)
  expect(sent).toEqual([])
  line.mockReturnValue(true)
  startOutbox()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ week: 0, unit: 0, done: 1 })
})

test('typed weeks have a preview and marks, and nothing is sent while a place is marked', async () => {
  setUser(ADA)
  putPage(createProgrammePage, '/programmes/create', {})
  const sent = respond({
    'POST /api/programmes': () => json({ path: '/programmes/mine', error: null, error_code: null })
  })
  show(<CreateProgrammePage />, '/programmes/create')
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'Mine' } })
  const field = screen.getByLabelText('Weeks and units')
  fireEvent.change(field, { target: { value: `${TEXT}\nRest: soon` } })
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Run 3')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Fix the marked places first.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Write “Rest - soon”' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ title: 'Mine', text: `${TEXT}\nRest - soon`, visibility: 'private' })
})
