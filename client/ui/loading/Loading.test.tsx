import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forget, json, respond, show } from '../../../testing/page/show.tsx'
import { Loading } from './Loading.tsx'
import { Waiting } from './Waiting.tsx'

afterEach(forget)

const announced = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)

test('placeholders of several parts, and those that follow them, are announced once', () => {
  vi.useFakeTimers()
  const parts = (...keys: string[]) => (
    <MantineProvider env="test">
      {keys.map(key => (
        <Loading key={key} />
      ))}
    </MantineProvider>
  )
  const { rerender } = render(parts('addresses', 'webhooks'))
  expect(screen.getAllByText('Loading')).toHaveLength(2)
  expect(announced()).toEqual(['Loading'])
  rerender(parts('part of the page'))
  expect(announced()).toEqual([])
  vi.advanceTimersByTime(1000)
  rerender(parts('part of the page', 'next page'))
  expect(announced()).toEqual(['Loading'])
})

test('a page that waits announces why, and not its placeholders', () => {
  respond({ 'GET /healthz': () => json({}) })
  show(<Waiting retry={() => {}} isGone />)
  expect(announced()).toEqual([expect.stringContaining('This page opens when the new version is complete.')])
})
