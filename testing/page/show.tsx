/** Renders a component with what pages provide: the theme, the query cache, a router and toasts. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { closeSignIn, forgetTyped } from '../../client/accounts/sign-in.ts'
import { FACE } from '../../client/faces/faces.ts'
import { forgetCalls } from '../../client/lib/api.ts'
import { resetServerClock } from '../../client/lib/dates/server-clock.ts'
import { forgetUnkept } from '../../client/lib/drafts/kept-drafts.ts'
import { startIdentity } from '../../client/lib/identity.ts'
import { queryClient } from '../../client/lib/page-cache.ts'
import { setUser } from '../../client/lib/user.ts'
import { resetOwnTimerChange } from '../../client/logs/running-timers.ts'
import { resetOutbox, startOutbox } from '../../client/outbox/outbox.ts'
import { theme } from '../../client/theme.ts'
import { DialogWindow } from '../../client/ui/Dialog.tsx'
import { OpenMenu } from '../../client/ui/menu/DotsMenu.tsx'
import { Toasts } from '../../client/ui/toasts/Toasts.tsx'
import { clearToasts } from '../../client/ui/toasts/toast.tsx'
import type { User } from '../../domain/accounts/user.ts'

// As a page does after it has loaded, and once somebody points at a button that opens a dialog or a menu.
await Promise.all([DialogWindow.preload(), OpenMenu.preload()])

// Long enough for a busy machine, but shorter than a test's own limit, so that a failure names the missing element.
configure({ asyncUtilTimeout: 5000 })

export const ADA: User = {
  id: 1,
  username: 'ada',
  guest_name: null,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  new_email: null,
  delete_at: null,
  is_deletion_by_admin: 0,
  role_id: 1,
  is_unconfirmed: 0,
  is_unapproved: 0,
  has_password: 1,
  has_sign_on: 0,
  client_uuid: 'c',
  is_new: 0,
  new_messages: {} as User['new_messages'],
  all_remaining_tokens: 946,
  unread_reminders: 0,
  suspension: null,
  muted: [],
  blocked: [],
  subscription_id: null,
  subscription: null,
  person: { id: 1, username: 'ada' },
  time_zone: 'UTC',
  day_start: 0,
  rest_days: [],
  streaks: 1,
  shows_streak: 0,
  shows_sessions: 0,
  distance_unit: null,
  revision: 0
}

// Text fields that grow with their text listen to `document.fonts`, which happy-dom lacks.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

/** Turns loading of people's pictures on. It is off by default, so that tests need not respond to that call. */
export function askForFaces(enabled: boolean): void {
  queryClient.setQueryDefaults([FACE], { enabled })
}
askForFaces(false)

/** @param env `test` opens and closes dialogs and menus at once, `default` fades them */
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

/** Replaces `fetch`: responds by "METHOD /path", and records each request. */
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

/** Call it in `afterEach`. It resets everything, so that nothing of one test is left for the next. */
export function forget(): void {
  cleanup()
  closeSignIn()
  forgetTyped()
  forgetCalls()
  forgetUnkept()
  resetOwnTimerChange()
  startIdentity(null)
  resetOutbox()
  setUser(null)
  clearToasts()
  queryClient.clear()
  askForFaces(false)
  resetServerClock()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
}

/** Sets the time of a test with faked dates. The page on screen reads it at once, without waiting for the next second. */
export const setTime = (ms: number): void =>
  act(() => {
    vi.setSystemTime(ms)
    document.dispatchEvent(new Event('visibilitychange'))
  })
