import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { HOST_ADA, messageOf, roomOf } from '../../testing/page/session-page.ts'
import { forget, json, respond } from '../../testing/page/show.tsx'
import { queryClient } from '../lib/page-cache.ts'
import { createRoutes } from '../routes.tsx'
import { theme } from '../theme.ts'

afterEach(forget)

test('the other tabs of a room are preloaded and open without a connection', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('WebSocket', FakeSocket)
  const room = roomOf({}, { participants: [HOST_ADA] })
  let isOnline = true
  const page = (more: object) => () =>
    isOnline ? json({ serverData: { ...room, ...more } }) : Promise.reject(new TypeError('Failed to fetch'))
  const at = 'GET /api/sessions/study-hall'
  const sent = respond({
    [at]: page({}),
    [`${at}/chat`]: page({ messages: [messageOf(1, 'grace', 'Hello')], has_earlier: false }),
    [`${at}/logs`]: page({ logs: [] }),
    [`${at}/hut`]: page({ page: 1, posts: [] }),
    [`${at}/goals`]: page({ goals: [], my_goals: [] }),
    [`${at}/member-goals`]: page({ member_goals: [] })
  })
  const router = createMemoryRouter(createRoutes(), { initialEntries: ['/activities/study/events/study-hall'] })
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
  await screen.findByRole('heading', { name: 'Study hall' })
  await vi.waitFor(() => expect(new Set(sent.map(({ url }) => url)).size).toBe(6), 9000)
  isOnline = false
  await act(() => router.navigate('/activities/study/events/study-hall/chat'))
  expect(await screen.findByText('Hello')).toBeTruthy()
})
