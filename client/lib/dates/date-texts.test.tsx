import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Hydrating } from '../hydrated.ts'
import { dateTexts, dayTexts } from './date-texts.ts'

const AT = Date.parse('2026-03-01T23:30:00Z')
const options = { dateStyle: 'medium', timeStyle: 'short' } as const

const useBoth = dateTexts(options)
const useDay = dateTexts({ dateStyle: 'long' })
const useTime = dateTexts({ timeStyle: 'short' })

function Dates() {
  const [both, day, time] = [useBoth(), useDay(), useTime()]
  return <p>{[both(AT), day(AT), time(AT)].join(', ')}</p>
}

test('the server renders dates in UTC and says so', () => {
  expect(
    renderToString(
      <Hydrating>
        <Dates />
      </Hydrating>
    )
  ).toBe('<p>2026-03-01 23:30 UTC, 2026-03-01, 23:30 UTC</p>')
})

const useLastDay = dayTexts({ dateStyle: 'long' })

function LastDay() {
  return <p>{useLastDay()('2026-12-26')}</p>
}

test('a day has its words from the start, as in an English browser', { tags: 'GOAL-65' }, () => {
  const page = renderToString(
    <Hydrating>
      <LastDay />
    </Hydrating>
  )
  expect(page).toBe('<p>December 26, 2026</p>')
  render(<LastDay />)
  expect(screen.getByText('December 26, 2026')).toBeTruthy()
})

test("the browser shows dates in the person's zone and language", { tags: 'SES-044' }, () => {
  render(<Dates />)
  expect(screen.getByText(new Intl.DateTimeFormat(undefined, options).format(AT), { exact: false })).toBeTruthy()
})
