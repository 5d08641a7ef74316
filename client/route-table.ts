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
 * 3. Route: an entry below. `noScroll: 'goal'` on each tab of a goal keeps the scroll position between them.
 *
 * Writing: `await call(endpoint, { params, query, body, key })` (lib/api.ts) throws `CallRefused { status, body }`.
 * Show field errors by `form.setErrors(errorsByField(error))`, the message by `messageOf(error)`
 * (ui/forms/form-errors.tsx). Missing tokens open their modal by themselves. Then `changePages(page, change)` or
 * `reloadPages(page)` (lib/page-cache.ts).
 * Signed-in only: `requireSignIn('to join a session', () => join())` (accounts/sign-in.ts).
 * Messages: `toast.success('…', { link: { label, to } })` (ui/toasts/toast.tsx). Time: `useNow()`, `serverNow()`
 * (lib/dates/server-clock.ts).
 * Styles: a Mantine component that is new to the client needs its line in mantine-styles.ts. Other rules belong in a
 * `.module.css` beside the component. Icons: `import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'`.
 */
import type { PageEntry } from './ui/loading/page-route.ts'

export const routeTable: PageEntry[] = [
  { paths: ['/'], module: 'home/HomePage.tsx', keep: 'mine' },
  { paths: ['/events', '/sessions'], module: 'session-pages/SessionsPage.tsx' },
  { paths: ['/activities'], module: 'activities/ActivitiesPage.tsx' },
  { paths: ['/activities/:challenge'], module: 'activities/ActivityPage.tsx', noScroll: 'activity' },
  { paths: ['/activities/:challenge/sessions'], module: 'activities/ActivitySessionsPage.tsx', noScroll: 'activity' },
  { paths: ['/challenges/create'], module: 'builder/CreateActivityPage.tsx' },
  { paths: ['/challenges/templates'], module: 'builder/TemplatesPage.tsx' },
  { paths: ['/challenges/events/create'], module: 'builder/CreateSessionPage.tsx' },
  { paths: ['/challenges/:challenge/update'], module: 'builder/UpdateActivityPage.tsx' },
  { paths: ['/events/:event/update'], module: 'builder/UpdateSessionPage.tsx' },
  { paths: ['/groups', '/huts'], module: 'groups/GroupsPage.tsx' },
  { paths: ['/groups/create'], module: 'groups/CreateGroupPage.tsx' },
  { paths: ['/groups/:hut/update'], module: 'groups/UpdateGroupPage.tsx' },
  {
    paths: ['/group/:hut', '/group/:hut/activities', '/hut/:hut/activities'],
    module: 'groups/GroupPage.tsx',
    noScroll: 'group'
  },
  { paths: ['/group/:hut/sessions'], module: 'groups/GroupSessionsPage.tsx', noScroll: 'group' },
  {
    paths: ['/group/:hut/over-time'],
    module: 'groups/over-time/GroupOverTimePage.tsx',
    noScroll: 'group',
    onRequest: true
  },
  { paths: ['/programmes'], module: 'programmes/ProgrammesPage.tsx' },
  { paths: ['/programmes/create'], module: 'programmes/CreateProgrammePage.tsx', personal: true },
  { paths: ['/programmes/:programme'], module: 'programmes/ProgrammePage.tsx' },
  { paths: ['/programmes/:programme/update'], module: 'programmes/UpdateProgrammePage.tsx', personal: true },
  { paths: ['/my/programmes/:follow'], module: 'programmes/FollowPage.tsx', personal: true },
  { paths: ['/admin'], module: 'admin/OverviewPage.tsx', personal: true },
  { paths: ['/admin/people'], module: 'admin/PeoplePage.tsx', personal: true },
  { paths: ['/admin/people/:username'], module: 'admin/AdminPersonPage.tsx', personal: true },
  { paths: ['/admin/reports'], module: 'admin/ReportsPage.tsx', personal: true },
  { paths: ['/admin/content/:kinds'], module: 'admin/ContentPage.tsx', personal: true },
  { paths: ['/admin/money'], module: 'admin/money/MoneyPage.tsx', personal: true },
  { paths: ['/admin/mail'], module: 'admin/AdminMailPage.tsx', personal: true },
  { paths: ['/admin/pushes'], module: 'admin/PushesPage.tsx', personal: true },
  { paths: ['/admin/security'], module: 'admin/SecurityEventsPage.tsx', personal: true },
  { paths: ['/admin/settings'], module: 'admin/settings/SettingsPage.tsx', personal: true },
  { paths: ['/admin/log'], module: 'admin/AuditLogPage.tsx', personal: true },
  { paths: ['/about'], module: 'legal/AboutPage.tsx', fixed: true },
  { paths: ['/terms-of-service'], module: 'legal/TermsPage.tsx' },
  { paths: ['/imprint'], module: 'legal/ImprintPage.tsx' },
  { paths: ['/privacy-policy'], module: 'legal/PrivacyPage.tsx' },
  { paths: ['/account'], module: 'account-pages/AccountPage.tsx', personal: true },
  { paths: ['/account/security'], module: 'account-pages/SecurityPage.tsx', personal: true },
  { paths: ['/account/programs'], module: 'account-pages/ProgramsPage.tsx', personal: true },
  { paths: ['/oauth/connect/:question'], module: 'account-pages/ConnectAppPage.tsx', personal: true },
  { paths: ['/account/invitations'], module: 'account-pages/InvitationsPage.tsx', personal: true },
  { paths: ['/invite/:code'], module: 'accounts/invitations/InvitePage.tsx' },
  { paths: ['/admin/approvals'], module: 'admin/ApprovalsPage.tsx', personal: true },
  { paths: ['/admin/invitations'], module: 'admin/AllInvitationsPage.tsx', personal: true },
  { paths: ['/login/finish'], module: 'accounts/single-sign-on/FinishSignOnPage.tsx', fixed: true },
  { paths: ['/login/done'], module: 'accounts/single-sign-on/SignOnDonePage.tsx', fixed: true },
  { paths: ['/account/reminders'], module: 'reminders/RemindersPage.tsx', personal: true },
  { paths: ['/reminders/unsubscribe'], module: 'reminders/UnsubscribePage.tsx', fixed: true },
  { paths: ['/email/confirm'], module: 'accounts/emails/ConfirmEmailPage.tsx', fixed: true },
  { paths: ['/email/undo'], module: 'accounts/emails/UndoEmailPage.tsx', fixed: true },
  { paths: ['/forgot-password', '/password/reset'], module: 'accounts/passwords/ForgotPasswordPage.tsx' },
  { paths: ['/reset-password'], module: 'accounts/passwords/ResetPasswordPage.tsx', fixed: true },
  { paths: ['/password/reset/:token'], module: 'accounts/passwords/ResetPasswordPage.tsx', fixed: true },
  { paths: ['/password/confirm'], module: 'accounts/passwords/ConfirmPasswordPage.tsx', personal: true },
  { paths: ['/tokens', '/account/tokens'], module: 'billing/tokens/TokensPage.tsx' },
  { paths: ['/pricing'], module: 'billing/PricingPage.tsx' },
  { paths: ['/subscribe'], module: 'billing/SubscribePage.tsx' },
  { paths: ['/account/invoices'], module: 'billing/InvoicesPage.tsx', personal: true },
  { paths: ['/account/invoices/:invoice'], module: 'billing/InvoicePage.tsx', personal: true },
  { paths: ['/my/today'], module: 'home/TodayPage.tsx', keep: 'mine', personal: true },
  { paths: ['/my/goals'], module: 'goals/MyGoalsPage.tsx', keep: 'mine', personal: true },
  { paths: ['/my/goals/:goal'], module: 'goals/GoalPage.tsx', keep: 'mine', personal: true, noScroll: 'goal' },
  { paths: ['/my/goals/:goal/logs'], module: 'goals/GoalLogsPage.tsx', personal: true, noScroll: 'goal' },
  { paths: ['/my/goals/:goal/notes'], module: 'goals/GoalNotesPage.tsx', personal: true, noScroll: 'goal' },
  { paths: ['/my/notes'], module: 'notes/MyNotesPage.tsx', personal: true },
  { paths: ['/my/sessions'], module: 'session-pages/MySessionsPage.tsx', personal: true },
  { paths: ['/my/lists'], module: 'lists/MyListsPage.tsx', personal: true },
  { paths: ['/my/lists/:list'], module: 'lists/MyListPage.tsx', personal: true },
  { paths: ['/my/groups'], module: 'groups/MyGroupsPage.tsx', personal: true },
  { paths: ['/my/following'], module: 'publishing/following/FollowingPage.tsx', personal: true },
  { paths: ['/my/inbox'], module: 'reminders/InboxPage.tsx', personal: true },
  { paths: ['/my/days'], module: 'days/MyDaysPage.tsx', personal: true },
  { paths: ['/my/logs/import'], module: 'import/ImportPage.tsx', personal: true },
  { paths: ['/my/logs'], module: 'logs/my-logs/MyLogsPage.tsx', personal: true },
  {
    paths: ['/sessions/:event', '/activities/:challenge/events/:event'],
    module: 'session-pages/SessionPage.tsx',
    keep: 'room',
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/chat', '/activities/:challenge/events/:event/chat'],
    module: 'session-pages/SessionChatPage.tsx',
    keep: 'room',
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/logs', '/activities/:challenge/events/:event/logs'],
    module: 'session-pages/SessionLogsPage.tsx',
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/over-time', '/activities/:challenge/events/:event/over-time'],
    module: 'session-pages/SessionOverTimePage.tsx',
    noScroll: 'session',
    onRequest: true
  },
  {
    paths: ['/sessions/:event/hut', '/activities/:challenge/events/:event/hut'],
    module: 'session-pages/SessionHutPage.tsx',
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/goals', '/activities/:challenge/events/:event/goals'],
    module: 'session-pages/SessionGoalsPage.tsx',
    keep: 'room',
    noScroll: 'session'
  },
  {
    paths: ['/sessions/:event/member-goals', '/activities/:challenge/events/:event/member-goals'],
    module: 'session-pages/SessionMemberGoalsPage.tsx',
    noScroll: 'session'
  },
  { paths: ['/series/:series', '/series/:series/next'], module: 'series/SeriesPage.tsx' },
  { paths: ['/sources/:book/activities/:snippet'], module: 'publishing/SourcePage.tsx' },
  { paths: ['/:username', '/users/:username'], module: 'publishing/PersonPage.tsx' },
  { paths: ['/:parentItem/:childItem'], module: 'publishing/ItemPage.tsx' }
]
