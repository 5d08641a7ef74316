import type { Page } from '@playwright/test'

/** The address of every page. The checks of all pages (axe, screenshots) use this list. */
export const PUBLIC_PAGES = [
  '/',
  '/events?joined=1',
  '/activities',
  '/activities?templates=1&q=couch',
  '/activities/pomodoro-four-rounds',
  '/activities/tabata/sessions',
  '/sessions/10',
  '/sessions/10/chat',
  '/sessions/10/logs',
  '/sessions/10/over-time',
  '/activities/challenge-hut-tour/events/10',
  '/challenges/create',
  '/challenges/create?template=pomodoro-four-rounds',
  '/challenges/templates',
  '/challenges/events/create',
  '/groups',
  '/groups?q=calm&templates=1',
  '/groups?joined=1',
  '/groups/create',
  '/group/calm',
  '/group/calm/sessions',
  '/group/calm/over-time',
  '/groups/calm/update',
  '/my/groups',
  '/tokens',
  '/pricing',
  '/pricing?expand=goals_sessions_sub',
  '/about',
  '/terms-of-service',
  '/privacy-policy',
  '/my/goals',
  '/my/logs',
  '/my/logs/import',
  '/my/days',
  '/my/notes',
  '/my/sessions',
  '/account',
  '/forgot-password',
  '/reset-password?token=none&email=ada@example.org',
  '/password/reset/none',
  '/email/confirm?token=none',
  '/email/undo?token=none',
  '/reminders/unsubscribe?token=none',
  '/hut-guide',
  '/hut-guide/how-to-host-a-session',
  '/how-to-host-a-session/before-the-start',
  '/sources/how-to-host-a-session/activities/before-the-start',
  '/there/is/nothing/here'
]

export const PERSONAL_PAGES = [
  '/my/goals?create=1',
  '/my/goals',
  '/my/logs',
  '/my/logs/import',
  '/my/days',
  '/my/following',
  '/my/inbox',
  '/my/notes?create=1',
  '/my/sessions',
  '/my/groups',
  '/group/calm',
  '/groups/create',
  '/challenges/create?hut=calm',
  '/tokens',
  '/account',
  '/account/tokens',
  '/account/invoices',
  '/account/security',
  '/account/reminders',
  '/password/confirm',
  '/subscribe'
]

export const ADMIN_PAGES = [
  '/admin',
  '/admin/people',
  '/admin/content/groups',
  '/admin/reports',
  '/admin/reports?decided=1',
  '/admin/approvals',
  '/admin/invitations',
  '/admin/money',
  '/admin/mail',
  '/admin/pushes',
  '/admin/security',
  '/admin/settings',
  '/admin/log'
]

/** Visits the pages in three tabs of one browser: one page loads while another one is checked. */
export async function inTabs(
  first: Page,
  paths: readonly string[],
  check: (page: Page, path: string) => Promise<void>
): Promise<void> {
  const waiting = [...paths]
  const tabs = [first, await first.context().newPage(), await first.context().newPage()]
  await Promise.all(
    tabs.map(async tab => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await check(tab, path)
    })
  )
}
