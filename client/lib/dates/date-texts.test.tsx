import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Hydrating } from '../hydrated.ts'
import { dateTexts } from './date-texts.ts'

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

test("the browser shows dates in the person's zone and language", { tags: 'SES-044' }, () => {
  render(<Dates />)
  expect(screen.getByText(new Intl.DateTimeFormat(undefined, options).format(AT), { exact: false })).toBeTruthy()
})
