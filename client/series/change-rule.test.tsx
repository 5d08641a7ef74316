/** Tests how a host gives a series another rule (D-150). */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SeriesDate, type SeriesPageData, seriesPage } from '../../domain/series/api.ts'
import { DateState } from '../../domain/series/series.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { SeriesPage } from './SeriesPage.tsx'

const PATH = '/series/squats'
const CALL = 'PUT /api/challenge-events/squats-2/rule'

beforeEach(() => setUser(ADA))
afterEach(forget)

function dateOf(slug: string, at: string, more: Partial<SeriesDate> = {}): SeriesDate {
  return {
    ...{ title: 'Squats', path: `/sessions/${slug}`, planned_at: at, started_at: at, duration: 600, status: 0 },
    ...{ state: DateState.Planned, participants_count: 2, participant_limit: 2, people: [], logs: 0 },
    ...{ is_joined: 0, is_waiting: 0, my_seconds: null, attendance: null, ...more }
  }
}

function dataOf(more: Partial<SeriesPageData> = {}): SeriesPageData {
  return {
    series: {
      ...{ id: 1, slug: 'squats', title: 'Squats', path: PATH, next_path: `${PATH}/next`, rule: 'Every Tuesday' },
      ...{ status: 'open', username: 'ada', is_mine: 1, asks: 0 }
    },
    pattern: { repeats: 'weekly', every: 2, weekdays: [], until: null, count: null, zone: 'Europe/Berlin' },
    regulars: { count: 2, people: ['bob', 'cleo'], is_mine: 0 },
    ...{ is_watching: 0, my_dates: 0, past: [] },
    coming: [
      dateOf('squats-1', '2026-03-03T18:00:00.000Z', { status: 1 }),
      dateOf('squats-2', '2026-03-10T18:00:00.000Z'),
      dateOf('squats-3', '2026-03-17T18:00:00.000Z', { state: DateState.Extra })
    ],
    ...more
  } as SeriesPageData
}

function open(more: Partial<SeriesPageData> = {}): void {
  putPage(seriesPage, PATH, dataOf(more))
  show(<SeriesPage />, PATH)
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const WILL = { rule: 'Every day at 19:00 (Europe/Berlin)', staying: 3, going: 1, error: null, error_code: null }

test('the dialog says what happens to the dates before it saves', { tags: 'D-150' }, async () => {
  const sent = respond({ [CALL]: () => json(WILL), [`GET /api${PATH}`]: () => json({ serverData: {} }, 500) })
  open()
  press('Change how it repeats')
  const repeats = await screen.findByLabelText<HTMLSelectElement>('Repeats')
  expect([repeats.value, screen.getByLabelText<HTMLInputElement>(/^Repeat every/).value]).toEqual(['weekly', '2'])
  fireEvent.change(repeats, { target: { value: 'daily' } })
  press('Next')
  expect(await screen.findByText('3 dates with people stay, marked as extra. We’ll remove 1 empty date.')).toBeTruthy()
  expect(screen.getByText(WILL.rule)).toBeTruthy()
  expect(screen.getByText(/They get places on the new dates/)).toBeTruthy()
  press('Back')
  expect(screen.getByLabelText<HTMLSelectElement>('Repeats').value).toBe('daily')
  press('Next')
  await screen.findByText(WILL.rule)
  press('Change it')
  const wish = { repeats: 'daily', every: 1, weekdays: [], until: null, count: null }
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      expect.objectContaining({ ...wish, preview: 1 }),
      expect.objectContaining({ ...wish, preview: 1 }),
      expect.objectContaining({ ...wish, preview: 0 })
    ])
  )
})

test('a rule that another tab changed is shown, and a second press replaces it with what was chosen', async () => {
  const message = 'Meanwhile it repeats differently: Every day. Nothing is saved yet. Press again to replace that.'
  let stored = 'Every day'
  const sent = respond({
    [CALL]: ({ body }) => (body?.was === stored ? json(WILL) : json({ message, error: message }, 409)),
    [`GET /api${PATH}`]: () => json({ serverData: { ...dataOf(), series: { ...dataOf().series, rule: stored } } })
  })
  open()
  press('Change how it repeats')
  fireEvent.change(await screen.findByLabelText('Repeats'), { target: { value: 'daily' } })
  press('Next')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Repeats').value).toBe('daily')
  press('Next')
  expect(await screen.findByText(WILL.rule)).toBeTruthy()
  // Another tab changes it once more while this one shows what would happen.
  stored = 'Every Monday'
  press('Change it')
  expect(await screen.findByText(message)).toBeTruthy()
  press('Change it')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change it' })).toBeNull())
  const was = sent.filter(({ method }) => method === 'PUT').map(({ body }) => body?.was)
  expect(was).toEqual(['Every Tuesday', 'Every day', 'Every day', 'Every Monday'])
})

test('a host chooses more weekdays, and a refusal stands below them', { tags: 'D-150' }, async () => {
  const errors = { weekdays: 'The first date is a Tuesday. Choose Tuesday too, or move this date first.' }
  const sent = respond({ [CALL]: () => json({ message: 'm', error: 'm', errors }, 422) })
  open()
  press('Change how it repeats')
  const tuesday = await screen.findByLabelText<HTMLInputElement>('Tuesday')
  expect(tuesday.checked).toBe(true)
  fireEvent.click(screen.getByLabelText('Thursday'))
  fireEvent.click(tuesday)
  press('Next')
  expect(await screen.findByText(errors.weekdays)).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ repeats: 'weekly', weekdays: [4] })])
})

test('an extra date is marked, and others than the host change nothing', { tags: 'D-150' }, () => {
  open({ pattern: null })
  expect(screen.getByText('Extra')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change how it repeats' })).toBeNull()
})

test('a person sees on which dates they wait for a place', { tags: ['D-150', 'D-151'] }, () => {
  open({ pattern: null, coming: [dateOf('squats-2', '2026-03-10T18:00:00.000Z', { is_waiting: 1 })] })
  expect(screen.getByText('You’re waiting')).toBeTruthy()
})
