/** Renders a component as the page would: theme, query cache, a router, toasts and the modals of the frame. */
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { User } from '../../domain/accounts/user.ts'
import { closeSignIn, forgetTyped } from '../accounts/sign-in.ts'
import { FACE } from '../faces/faces.ts'
import { forgetCalls } from '../lib/api.ts'
import { forgetUnkept } from '../lib/drafts/kept-drafts.ts'
import { startIdentity } from '../lib/identity.ts'
import { queryClient } from '../lib/query-client.ts'
import { resetServerClock } from '../lib/server-clock.ts'
import { setUser } from '../lib/user.ts'
import { forgetMovedTimer } from '../logs/my-timers.ts'
import { resetOutbox, startOutbox } from '../outbox/outbox.ts'
import { theme } from '../theme.ts'
import { Toasts } from '../ui/toasts/Toasts.tsx'

// A busy machine is slow, not wrong; what never comes is still told before the test's own limit.
configure({ asyncUtilTimeout: 5000 })

export const ADA: User = {
  id: 1,
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  new_email: null,
  delete_at: null,
  role_id: 1,
  client_uuid: 'c',
  is_new: 0,
  new_messages: {} as User['new_messages'],
  all_remaining_tokens: 946,
  unread_reminders: 0,
  muted: [],
  subscription_id: null,
  subscription: null,
  person: { id: 1, username: 'ada' },
  time_zone: 'UTC',
  day_start: 0,
  rest_days: [],
  streaks: 1,
  distance_unit: null,
  revision: 0
}

// Fields that grow with their text listen for fonts, which happy-dom does not know.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

/** Asking for the pictures of people would be a call that each test had to expect: only those that are about it do. */
export function askForFaces(enabled: boolean): void {
  queryClient.setQueryDefaults([FACE], { enabled })
}
askForFaces(false)

/** @param env what opens and closes is there at once in `test`, and fades in `default` */
export function show(element: ReactNode, at = '/', env: 'test' | 'default' = 'test') {
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            {element}
            <Toasts />
          </>
        )
      }
    ],
    { initialEntries: [at] }
  )
  startOutbox()
  render(
    <MantineProvider theme={theme} env={env} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
  return router
}

export interface Sent {
  method: string
  url: string
  body: Record<string, unknown> | undefined
  headers: Record<string, string>
}

/** Replaces the network only: responds by "METHOD /path" and records what was sent. */
export function respond(responses: Record<string, (sent: Sent) => Response | Promise<Response>>): Sent[] {
  const log: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const text = init.body as string | undefined
    const sent: Sent = {
      method: init.method ?? 'GET',
      url,
      body: text ? (JSON.parse(text) as Record<string, unknown>) : undefined,
      headers: init.headers as Record<string, string>
    }
    log.push(sent)
    const found = responses[`${sent.method} ${url}`]
    if (!found) throw new Error(`no response for ${sent.method} ${url}`)
    return found(sent)
  })
  return log
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers })
}

/** For `afterEach`: nothing of one test is left for the next. */
export function forget(): void {
  cleanup()
  closeSignIn()
  forgetTyped()
  forgetCalls()
  forgetUnkept()
  forgetMovedTimer()
  startIdentity(null)
  resetOutbox()
  setUser(null)
  notifications.clean()
  queryClient.clear()
  askForFaces(false)
  resetServerClock()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
}

/** Sets the clock of a test whose dates are faked. A page that is shown reads it again, and waits for no next second. */
export const setTime = (ms: number): void =>
  act(() => {
    vi.setSystemTime(ms)
    document.dispatchEvent(new Event('visibilitychange'))
  })
