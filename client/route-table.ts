/**
 * Every address of the site with the file of its page. The client creates its routes from this table (routes.tsx). The
 * build reads it too (vite.config.ts), to list the files of each address, so it may only import types.
 *
 * How to add a page:
 *
 * 1. Contract: `page(path, { data, head })` in domain/<feature>/api.ts.
 * 2. Component: `export function TokensPage()` in client/<feature>/TokensPage.tsx. `usePage(tokensPage)` returns its
 *    data, typed, and sets title and description. Pages of /my and /account are `personal`: `usePersonalPage` returns
 *    null for a visitor, without a fetch. Start with `<PageHeading title="…" />`.
 * 3. Route: an entry below. `module` is the file that `load` imports; `route-table.test.ts` checks that they agree.
 *    `noScroll: 'goal'` on each tab of a goal keeps the scroll position between them.
 *
 * Writing: `await call(endpoint, { params, query, body, key })` (lib/api.ts) throws `CallRefused { status, body }`.
 * Show field errors by `form.setErrors(errorsByField(error))`, the message by `messageOf(error)`
 * (ui/forms/form-errors.tsx). Missing tokens open their modal by themselves. Then `changePages(page, change)` or
 * `reloadPages(page)` (lib/page-cache.ts).
 * Signed-in only: `requireSignIn('to join a session', () => join())` (accounts/sign-in.ts).
 * Messages: `toast.success('…', { link: { label, to } })` (ui/toasts/toast.tsx). Time: `useNow()`, `serverNow()`
 * (lib/server-clock.ts).
 * Styles: a Mantine component that is new to the client needs its line in mantine-styles.ts. Other rules belong in a
 * `.module.css` beside the component. Icons: `import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'`.
 */
import type { PageRoute } from './ui/loading/page-route.ts'

export const routeTable: PageRoute[] = [
  { paths: ['/'], module: 'home/HomePage.tsx', load: async () => (await import('./home/HomePage.tsx')).HomePage },
  {
    paths: ['/events', '/sessions'],
    module: 'session-pages/SessionsPage.tsx',
    load: async () => (await import('./session-pages/SessionsPage.tsx')).SessionsPage
  },
  {
    paths: ['/activities'],
    module: 'activities/ActivitiesPage.tsx',
    load: async () => (await import('./activities/ActivitiesPage.tsx')).ActivitiesPage
  },
  {
    paths: ['/activities/:challenge'],
    module: 'activities/ActivityPage.tsx',
    load: async () => (await import('./activities/ActivityPage.tsx')).ActivityPage,
    noScroll: 'activity'
  },
  {
    paths: ['/activities/:challenge/sessions'],
    module: 'activities/ActivitySessionsPage.tsx',
    load: async () => (await import('./activities/ActivitySessionsPage.tsx')).ActivitySessionsPage,
    noScroll: 'activity'
  },
  {
    paths: ['/challenges/create'],
    module: 'builder/CreateActivityPage.tsx',
    load: async () => (await import('./builder/CreateActivityPage.tsx')).CreateActivityPage
  },
  {
    paths: ['/challenges/templates'],
    module: 'builder/TemplatesPage.tsx',
    load: async () => (await import('./builder/TemplatesPage.tsx')).TemplatesPage
  },
  {
    paths: ['/challenges/events/create'],
    module: 'builder/CreateSessionPage.tsx',
    load: async () => (await import('./builder/CreateSessionPage.tsx')).CreateSessionPage
  },
  {
    paths: ['/challenges/:challenge/update'],
    module: 'builder/UpdateActivityPage.tsx',
    load: async () => (await import('./builder/UpdateActivityPage.tsx')).UpdateActivityPage
  },
  {
    paths: ['/events/:event/update'],
    module: 'builder/UpdateSessionPage.tsx',
    load: async () => (await import('./builder/UpdateSessionPage.tsx')).UpdateSessionPage
  },
  {
    paths: ['/groups', '/huts'],
    module: 'groups/GroupsPage.tsx',
    load: async () => (await import('./groups/GroupsPage.tsx')).GroupsPage
  },
  {
    paths: ['/groups/create'],
    module: 'groups/CreateGroupPage.tsx',
    load: async () => (await import('./groups/CreateGroupPage.tsx')).CreateGroupPage
  },
  {
    paths: ['/groups/:hut/update'],
    module: 'groups/UpdateGroupPage.tsx',
    load: async () => (await import('./groups/UpdateGroupPage.tsx')).UpdateGroupPage
  },
  {
    paths: ['/group/:hut', '/group/:hut/activities', '/hut/:hut/activities'],
    module: 'groups/GroupPage.tsx',
    load: async () => (await import('./groups/GroupPage.tsx')).GroupPage,
    noScroll: 'group'
  },
  {
    paths: ['/group/:hut/sessions'],
    module: 'groups/GroupSessionsPage.tsx',
    load: async () => (await import('./groups/GroupSessionsPage.tsx')).GroupSessionsPage,
    noScroll: 'group'
  },
  {
    paths: ['/group/:hut/over-time'],
    module: 'groups/over-time/GroupOverTimePage.tsx',
    load: async () => (await import('./groups/over-time/GroupOverTimePage.tsx')).GroupOverTimePage,
    noScroll: 'group',
    onRequest: true
  },
  {
    paths: ['/about'],
    module: 'legal/AboutPage.tsx',
    load: async () => (await import('./legal/AboutPage.tsx')).AboutPage,
    fixed: true
  },
  {
    paths: ['/terms-of-service'],
    module: 'legal/TermsPage.tsx',
    load: async () => (await import('./legal/TermsPage.tsx')).TermsPage,
    fixed: true
  },
  {
    paths: ['/privacy-policy'],
    module: 'legal/PrivacyPage.tsx',
    load: async () => (await import('./legal/PrivacyPage.tsx')).PrivacyPage,
    fixed: true
  },
  {
    paths: ['/account'],
    module: 'account-pages/AccountPage.tsx',
    load: async () => (await import('./account-pages/AccountPage.tsx')).AccountPage,
    personal: true
  },
  {
    paths: ['/account/security'],
    module: 'account-pages/SecurityPage.tsx',
    load: async () => (await import('./account-pages/SecurityPage.tsx')).SecurityPage,
    personal: true
  },
  {
    paths: ['/account/reminders'],
    module: 'reminders/RemindersPage.tsx',
    load: async () => (await import('./reminders/RemindersPage.tsx')).RemindersPage,
    personal: true
  },
  {
    paths: ['/reminders/unsubscribe'],
    module: 'reminders/UnsubscribePage.tsx',
    load: async () => (await import('./reminders/UnsubscribePage.tsx')).UnsubscribePage,
    fixed: true
  },
  {
    paths: ['/email/confirm'],
    module: 'accounts/emails/ConfirmEmailPage.tsx',
    load: async () => (await import('./accounts/emails/ConfirmEmailPage.tsx')).ConfirmEmailPage,
    fixed: true
  },
  {
    paths: ['/email/undo'],
    module: 'accounts/emails/UndoEmailPage.tsx',
    load: async () => (await import('./accounts/emails/UndoEmailPage.tsx')).UndoEmailPage,
    fixed: true
  },
  {
    paths: ['/forgot-password', '/password/reset'],
    module: 'accounts/passwords/ForgotPasswordPage.tsx',
    load: async () => (await import('./accounts/passwords/ForgotPasswordPage.tsx')).ForgotPasswordPage,
    fixed: true
  },
  {
    paths: ['/reset-password'],
    module: 'accounts/passwords/ResetPasswordPage.tsx',
    load: async () => (await import('./accounts/passwords/ResetPasswordPage.tsx')).ResetPasswordPage,
    fixed: true
  },
  {
    paths: ['/password/reset/:token'],
    module: 'accounts/passwords/ResetPasswordPage.tsx',
    load: async () => (await import('./accounts/passwords/ResetPasswordPage.tsx')).ResetPasswordPage,
    fixed: true
  },
  {
    paths: ['/password/confirm'],
    module: 'accounts/passwords/ConfirmPasswordPage.tsx',
    load: async () => (await import('./accounts/passwords/ConfirmPasswordPage.tsx')).ConfirmPasswordPage,
    personal: true
  },
  {
    paths: ['/tokens', '/account/tokens'],
    module: 'billing/tokens/TokensPage.tsx',
    load: async () => (await import('./billing/tokens/TokensPage.tsx')).TokensPage
  },
  {
    paths: ['/pricing'],
    module: 'billing/PricingPage.tsx',
    load: async () => (await import('./billing/PricingPage.tsx')).PricingPage
  },
  {
    paths: ['/subscribe'],
    module: 'billing/SubscribePage.tsx',
    load: async () => (await import('./billing/SubscribePage.tsx')).SubscribePage
  },
  {
    paths: ['/account/invoices'],
    module: 'billing/InvoicesPage.tsx',
    load: async () => (await import('./billing/InvoicesPage.tsx')).InvoicesPage,
    personal: true
  },
  {
    paths: ['/account/invoices/:invoice'],
    module: 'billing/InvoicePage.tsx',
    load: async () => (await import('./billing/InvoicePage.tsx')).InvoicePage,
    personal: true
  },
  {
    paths: ['/my/today'],
    module: 'home/TodayPage.tsx',
    load: async () => (await import('./home/TodayPage.tsx')).TodayPage,
    personal: true
  },
  {
    paths: ['/my/goals'],
    module: 'goals/MyGoalsPage.tsx',
    load: async () => (await import('./goals/MyGoalsPage.tsx')).MyGoalsPage,
    personal: true
  },
  {
    paths: ['/my/goals/:goal'],
    module: 'goals/GoalPage.tsx',
    load: async () => (await import('./goals/GoalPage.tsx')).GoalPage,
    personal: true,
    noScroll: 'goal'
  },
  {
    paths: ['/my/goals/:goal/logs'],
    module: 'goals/GoalLogsPage.tsx',
    load: async () => (await import('./goals/GoalLogsPage.tsx')).GoalLogsPage,
    personal: true,
    noScroll: 'goal'
  },
  {
    paths: ['/my/goals/:goal/notes'],
    module: 'goals/GoalNotesPage.tsx',
    load: async () => (await import('./goals/GoalNotesPage.tsx')).GoalNotesPage,
    personal: true,
    noScroll: 'goal'
  },
  {
    paths: ['/my/notes'],
    module: 'notes/MyNotesPage.tsx',
    load: async () => (await import('./notes/MyNotesPage.tsx')).MyNotesPage,
    personal: true
  },
  {
    paths: ['/my/sessions'],
    module: 'session-pages/MySessionsPage.tsx',
    load: async () => (await import('./session-pages/MySessionsPage.tsx')).MySessionsPage,
    personal: true
  },
  {
    paths: ['/my/lists'],
    module: 'lists/MyListsPage.tsx',
    load: async () => (await import('./lists/MyListsPage.tsx')).MyListsPage,
    personal: true
  },
  {
    paths: ['/my/lists/:list'],
    module: 'lists/MyListPage.tsx',
    load: async () => (await import('./lists/MyListPage.tsx')).MyListPage,
    personal: true
  },
  {
    paths: ['/my/groups'],
    module: 'groups/MyGroupsPage.tsx',
    load: async () => (await import('./groups/MyGroupsPage.tsx')).MyGroupsPage,
    personal: true
  },
  {
    paths: ['/my/inbox'],
    module: 'reminders/InboxPage.tsx',
    load: async () => (await import('./reminders/InboxPage.tsx')).InboxPage,
    personal: true
  },
  {
    paths: ['/my/days'],
    module: 'days/MyDaysPage.tsx',
    load: async () => (await import('./days/MyDaysPage.tsx')).MyDaysPage,
    personal: true
  },
  {
    paths: ['/my/logs/import'],
    module: 'import/ImportPage.tsx',
    load: async () => (await import('./import/ImportPage.tsx')).ImportPage,
    personal: true
  },
  {
    paths: ['/my/logs'],
    module: 'logs/my-logs/MyLogsPage.tsx',
    load: async () => (await import('./logs/my-logs/MyLogsPage.tsx')).MyLogsPage,
    personal: true
  },
  {
    paths: ['/sessions/:event', '/activities/:challenge/events/:event'],
    module: 'session-pages/SessionPage.tsx',
    load: async () => (await import('./session-pages/SessionPage.tsx')).SessionPage,
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/chat', '/activities/:challenge/events/:event/chat'],
    module: 'session-pages/SessionChatPage.tsx',
    load: async () => (await import('./session-pages/SessionChatPage.tsx')).SessionChatPage,
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/logs', '/activities/:challenge/events/:event/logs'],
    module: 'session-pages/SessionLogsPage.tsx',
    load: async () => (await import('./session-pages/SessionLogsPage.tsx')).SessionLogsPage,
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/over-time', '/activities/:challenge/events/:event/over-time'],
    module: 'session-pages/SessionOverTimePage.tsx',
    load: async () => (await import('./session-pages/SessionOverTimePage.tsx')).SessionOverTimePage,
    noScroll: 'session',
    onRequest: true
  },
  {
    paths: ['/sessions/:event/hut', '/activities/:challenge/events/:event/hut'],
    module: 'session-pages/SessionHutPage.tsx',
    load: async () => (await import('./session-pages/SessionHutPage.tsx')).SessionHutPage,
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/goals', '/activities/:challenge/events/:event/goals'],
    module: 'session-pages/SessionGoalsPage.tsx',
    load: async () => (await import('./session-pages/SessionGoalsPage.tsx')).SessionGoalsPage,
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/member-goals', '/activities/:challenge/events/:event/member-goals'],
    module: 'session-pages/SessionMemberGoalsPage.tsx',
    load: async () => (await import('./session-pages/SessionMemberGoalsPage.tsx')).SessionMemberGoalsPage,
    noScroll: 'session'
  },
  {
    paths: ['/sources/:book/activities/:snippet'],
    module: 'publishing/SourcePage.tsx',
    load: async () => (await import('./publishing/SourcePage.tsx')).SourcePage
  },
  {
    paths: ['/:username', '/users/:username'],
    module: 'publishing/PersonPage.tsx',
    load: async () => (await import('./publishing/PersonPage.tsx')).PersonPage
  },
  {
    paths: ['/:parentItem/:childItem'],
    module: 'publishing/ItemPage.tsx',
    load: async () => (await import('./publishing/ItemPage.tsx')).ItemPage
  }
]
