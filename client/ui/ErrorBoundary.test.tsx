import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, show } from '../../testing/page/show.tsx'
import { CallRefused } from '../lib/api.ts'
import { createRoutes } from '../routes.tsx'
import { theme } from '../theme.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(forget)

function Row({ title }: { title: string | null }) {
  if (title === null) throw new Error('a bad value')
  return <span>{title}</span>
}

function List({ titles }: { titles: (string | null)[] }) {
  return (
    <ul>
      {titles.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id.
        <li key={at}>
          <ErrorBoundary what="this row">
            <Row title={title} />
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  )
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a row that throws does not affect the others', () => {
  show(<List titles={['Swim', null, 'Run']} />)
  expect(rows()).toEqual(['Swim', "We couldn't show this row.", 'Run'])
})

test('a failed row renders again once its value is good', () => {
  function Page() {
    const [titles, setTitles] = useState<(string | null)[]>(['Swim', null])
    return (
      <>
        <List titles={titles} />
        <button type="button" onClick={() => setTitles(['Swim', 'Walk'])}>
          Repair
        </button>
        <button type="button" onClick={() => setTitles(['Dive', null])}>
          Change the other
        </button>
      </>
    )
  }
  show(<Page />)
  fireEvent.click(screen.getByText('Change the other'))
  expect(rows()).toEqual(['Dive', "We couldn't show this row."])
  fireEvent.click(screen.getByText('Repair'))
  expect(rows()).toEqual(['Swim', 'Walk'])
})

test('without a name, a failed part renders nothing', () => {
  show(
    <p>
      <ErrorBoundary>
        <Row title={null} />
      </ErrorBoundary>
      ada
    </p>
  )
  expect(document.querySelector('p')?.textContent).toBe('ada')
})

/** Renders the app with a frame or a page that throws this error. */
function openBroken(error: unknown, where: 'frame' | 'page'): void {
  function Broken(): never {
    throw error
  }
  const [frame] = createRoutes()
  const [pages] = frame?.children ?? []
  const routes =
    where === 'frame'
      ? [{ ...frame, element: <Broken />, children: [{ path: '*', element: null }] }]
      : [{ ...pages, children: [{ path: '*', element: <Broken /> }] }]
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={createMemoryRouter(routes as never, { initialEntries: ['/sessions'] })} />
    </MantineProvider>
  )
}

test.each(['frame', 'page'] as const)(
  'an error in the %s shows our own error page and does not blame the server',
  where => {
    openBroken(new TypeError('widths is not iterable'), where)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page stopped working')
    expect(document.body.textContent).not.toMatch(/server|Unexpected Application Error|widths/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
  }
)

test('an error of the server says that the server failed', () => {
  openBroken(new CallRefused(500, { message: 'No', error: 'No' }), 'page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page couldn’t be loaded')
  expect(document.body.textContent).toMatch(/The server failed/)
})
