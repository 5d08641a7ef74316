/**
 * Every address of the site, and how a page is made:
 *
 * 1. Contract: `page({ path, data, head })` in domain/<feature>/api.ts.
 * 2. Component: `export function TokensPage()` in client/<feature>/TokensPage.tsx. `usePage(tokensPage)` gives its data,
 *    typed, and sets title and description. Pages of /my and /account are `personal`: `usePersonalPage` gives null
 *    to a visitor, without a fetch. Start with `<PageHeading title="…" />`.
 * 3. Route, below: `...pageRoute(paths, async () => (await import('./tokens/TokensPage.tsx')).TokensPage)`.
 *    `noScroll: 'goal'` on each tab of a goal keeps the scroll position between them.
 *
 * Writing: `await call(endpoint, { params, query, body, key })` (lib/api.ts) throws `CallRefused { status, body }`;
 * field errors by `form.setErrors(errorsByField(error))`, the sentence by `messageOf(error)` (ui/form-errors.tsx).
 * Out of tokens opens its modal by itself. Then `changePage(page, path, change)` or `reloadPages()` (lib/page.ts).
 * Signed-in only: `requireSignIn('to join a session', () => join())` (accounts/sign-in.ts).
 * Messages: `toast.success('…', { link: { label, to } })` (ui/toast.tsx). Time: `useNow()`, `serverNow()` (lib/server-clock.ts).
 * Styles: Mantine's CSS comes with the import of the component; own rules in a `.module.css` beside the component.
 * Icons: `import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'`.
 */
import type { RouteObject } from 'react-router'
import { SignInPrompt } from './accounts/SignInPrompt.tsx'
import { pageRoute } from './lib/page-route.ts'
import { Layout } from './shell/Layout.tsx'
import { ErrorScreen, NotFound } from './ui/ErrorScreen.tsx'
import { FirstLoad } from './ui/FirstLoad.tsx'

const pages: RouteObject[] = [
  ...pageRoute('/', async () => (await import('./home/HomePage.tsx')).HomePage),
  ...pageRoute(['/events', '/sessions'], async () => (await import('./sessions/SessionsPage.tsx')).SessionsPage),
  ...pageRoute('/activities', async () => (await import('./activities/ActivitiesPage.tsx')).ActivitiesPage),
  ...pageRoute('/activities/:challenge', async () => (await import('./activities/ActivityPage.tsx')).ActivityPage, {
    noScroll: 'activity'
  }),
  ...pageRoute(
    '/activities/:challenge/sessions',
    async () => (await import('./activities/ActivitySessionsPage.tsx')).ActivitySessionsPage,
    { noScroll: 'activity' }
  ),
  ...pageRoute('/challenges/create', async () => (await import('./builder/CreateActivityPage.tsx')).CreateActivityPage),
  ...pageRoute('/challenges/templates', async () => (await import('./builder/TemplatesPage.tsx')).TemplatesPage),
  ...pageRoute(
    '/challenges/events/create',
    async () => (await import('./builder/CreateSessionPage.tsx')).CreateSessionPage
  ),
  ...pageRoute(
    '/challenges/:challenge/update',
    async () => (await import('./builder/UpdateActivityPage.tsx')).UpdateActivityPage
  ),
  ...pageRoute(
    '/events/:event/update',
    async () => (await import('./builder/UpdateSessionPage.tsx')).UpdateSessionPage
  ),
  ...pageRoute(['/groups', '/huts'], async () => (await import('./groups/GroupsPage.tsx')).GroupsPage),
  ...pageRoute('/groups/create', async () => (await import('./groups/CreateGroupPage.tsx')).CreateGroupPage),
  ...pageRoute('/groups/:hut/update', async () => (await import('./groups/UpdateGroupPage.tsx')).UpdateGroupPage),
  ...pageRoute(
    ['/group/:hut', '/group/:hut/activities', '/hut/:hut/activities'],
    async () => (await import('./groups/GroupPage.tsx')).GroupPage,
    { noScroll: 'group' }
  ),
  ...pageRoute('/group/:hut/sessions', async () => (await import('./groups/GroupSessionsPage.tsx')).GroupSessionsPage, {
    noScroll: 'group'
  }),
  ...pageRoute('/about', async () => (await import('./legal/AboutPage.tsx')).AboutPage, { fixed: true }),
  ...pageRoute('/terms-of-service', async () => (await import('./legal/TermsPage.tsx')).TermsPage, { fixed: true }),
  ...pageRoute('/privacy-policy', async () => (await import('./legal/PrivacyPage.tsx')).PrivacyPage, { fixed: true }),
  ...pageRoute('/account', async () => (await import('./accounts/AccountPage.tsx')).AccountPage, { personal: true }),
  ...pageRoute(['/tokens', '/account/tokens'], async () => (await import('./tokens/TokensPage.tsx')).TokensPage),
  ...pageRoute('/pricing', async () => (await import('./billing/PricingPage.tsx')).PricingPage),
  ...pageRoute('/my/goals', async () => (await import('./goals/MyGoalsPage.tsx')).MyGoalsPage, { personal: true }),
  ...pageRoute('/my/goals/:goal', async () => (await import('./goals/GoalPage.tsx')).GoalPage, {
    personal: true,
    noScroll: 'goal'
  }),
  ...pageRoute('/my/goals/:goal/logs', async () => (await import('./goals/GoalLogsPage.tsx')).GoalLogsPage, {
    personal: true,
    noScroll: 'goal'
  }),
  ...pageRoute('/my/sessions', async () => (await import('./sessions/MySessionsPage.tsx')).MySessionsPage, {
    personal: true
  }),
  ...pageRoute('/my/lists', async () => (await import('./lists/MyListsPage.tsx')).MyListsPage, { personal: true }),
  ...pageRoute('/my/lists/:list', async () => (await import('./lists/MyListPage.tsx')).MyListPage, { personal: true }),
  ...pageRoute('/my/groups', async () => (await import('./groups/MyGroupsPage.tsx')).MyGroupsPage, { personal: true }),
  ...pageRoute('/my/logs', async () => (await import('./logs/MyLogsPage.tsx')).MyLogsPage, { personal: true }),
  ...pageRoute(
    ['/sessions/:event', '/activities/:challenge/events/:event'],
    async () => (await import('./sessions/SessionPage.tsx')).SessionPage,
    { noScroll: 'session' }
  ),
  ...pageRoute(
    ['/sessions/:event/chat', '/activities/:challenge/events/:event/chat'],
    async () => (await import('./chat/SessionChatPage.tsx')).SessionChatPage,
    { noScroll: 'session' }
  ),
  ...pageRoute(
    ['/sessions/:event/logs', '/activities/:challenge/events/:event/logs'],
    async () => (await import('./sessions/SessionLogsPage.tsx')).SessionLogsPage,
    { noScroll: 'session' }
  ),
  ...pageRoute(
    ['/sessions/:event/hut', '/activities/:challenge/events/:event/hut'],
    async () => (await import('./posts/SessionHutPage.tsx')).SessionHutPage,
    { noScroll: 'session' }
  ),
  ...pageRoute(
    ['/sessions/:event/goals', '/activities/:challenge/events/:event/goals'],
    async () => (await import('./session-goals/SessionGoalsPage.tsx')).SessionGoalsPage,
    { noScroll: 'session' }
  ),
  ...pageRoute(
    ['/sessions/:event/member-goals', '/activities/:challenge/events/:event/member-goals'],
    async () => (await import('./session-goals/SessionMemberGoalsPage.tsx')).SessionMemberGoalsPage,
    { noScroll: 'session' }
  ),
  ...(import.meta.env.DEV
    ? pageRoute('/gallery', async () => (await import('./gallery/GalleryPage.tsx')).GalleryPage, { fixed: true })
    : [])
]

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    HydrateFallback: FirstLoad,
    children: [
      {
        errorElement: <ErrorScreen signIn={<SignInPrompt actionText="to open this page" />} />,
        children: [...pages, { path: '*', element: <NotFound /> }]
      }
    ]
  }
]
