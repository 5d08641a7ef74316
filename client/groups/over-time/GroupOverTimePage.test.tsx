import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type GroupOverTime, groupOverTimePage } from '../../../domain/groups/over-time-api.ts'
import { groupDataOf, groupOf } from '../../../testing/page/groups.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { forget, show } from '../../../testing/page/show.tsx'
import { GroupOverTimePage } from './GroupOverTimePage.tsx'

const PATH = '/group/runners/over-time'
const OVER_TIME: GroupOverTime = {
  ...{ from: '2026-03-02', slice_days: 1, slice_count: 3, sessions_count: 2 },
  slices: [
    { slice: 0, logs: 1, people: 1 },
    { slice: 2, logs: 4, people: 2 }
  ],
  people: [
    {
      ...{ username: 'ada', logs: 4, has_others: 1, slices: [{ slice: 2, logs: 4 }] },
      did: [{ title: 'Read', unit: 'pages', amount: 6, distance: 0, duration: 1500 }]
    }
  ]
}
const text = (day: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))

afterEach(forget)

function open(over_time: GroupOverTime | null): void {
  const { group, breadcrumbs } = groupDataOf(groupOf())
  putPage(groupOverTimePage, PATH, { group, breadcrumbs, over_time })
  show(<GroupOverTimePage />, PATH)
}

test("shows each person's logs by day, in the time zone of the group", async () => {
  open(OVER_TIME)
  expect(screen.getByText('2 sessions so far. Days are counted in Europe/Berlin time.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Over Time', current: 'page' }).getAttribute('href')).toBe(PATH)
  const table = within(screen.getByRole('table', { name: /^Who did what, and when/ }))
  const [, row] = table.getAllByRole('row')
  expect([...(row?.children ?? [])].map(cell => cell.textContent)).toEqual([
    'ada',
    'Read: 6 pages, 25 minSomething else',
    `4 logs, ${text('2026-03-04')}`
  ])
  const picture = await screen.findByRole('img', { name: /^Logs over time/ })
  expect(picture.getAttribute('aria-label')).toContain(`from ${text('2026-03-04')}: 4 logs by 2 people.`)
})

test('groups a long time by weeks', async () => {
  open({ ...OVER_TIME, slice_days: 7 })
  expect(screen.getByText(/Each bar is a week, Monday to Sunday/)).toBeTruthy()
  expect(screen.getByText(`4 logs, ${text('2026-03-16')} to ${text('2026-03-22')}`)).toBeTruthy()
})

test('says so when there are no sessions or no logs yet', () => {
  open(null)
  expect(screen.getByText(/^Once this group’s first session starts/)).toBeTruthy()
  open({ ...OVER_TIME, slices: [], people: [] })
  expect(screen.getByText('Nobody has logged anything in these sessions.')).toBeTruthy()
})
