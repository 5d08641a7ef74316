import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { AccountNotice } from '../accounts/AccountNotice.tsx'
import { IdentityNotice } from '../accounts/IdentityNotice.tsx'
import { useSignInState } from '../accounts/sign-in.ts'
import { useSignInAddress } from '../accounts/sign-in-address.ts'
import { usePurchaseOpen } from '../billing/purchase.ts'
import { DeletionNotice } from '../deletion/DeletionNotice.tsx'
import { zoneOfDevice } from '../lib/dates/device-zone.ts'
import { config } from '../lib/embedded.ts'
import { useOnceTrue } from '../lib/once-true.ts'
import { scrollKey } from '../lib/scroll.ts'
import { useUser } from '../lib/user.ts'
import { useTimers } from '../logs/running-timers.ts'
import { LaterReport } from '../moderation/LaterReport.tsx'
import { OutboxStatus } from '../outbox/OutboxStatus.tsx'
import { tourStep } from '../tour/messages.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { late } from '../ui/loading/late.tsx'
import { Toasts } from '../ui/toasts/Toasts.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import classes from './Layout.module.css'
import { NavigationProgress } from './NavigationProgress.tsx'

const SignInModal = late(async () => (await import('../accounts/SignInModal.tsx')).SignInModal)
const RunningTimers = late(async () => (await import('../logs/RunningTimers.tsx')).RunningTimers)
const InvitedBy = late(async () => (await import('../accounts/invitations/InvitedBy.tsx')).InvitedBy)
const Tour = late(async () => (await import('../tour/Tour.tsx')).Tour)
const TourOffer = late(async () => (await import('../tour/TourOffer.tsx')).TourOffer)
const ZoneOffer = late(async () => (await import('../days/ZoneOffer.tsx')).ZoneOffer)
const LiveInbox = late(async () => (await import('../reminders/LiveInbox.tsx')).LiveInbox)
const PurchaseModal = late(async () => (await import('../billing/tokens/PurchaseModal.tsx')).PurchaseModal)

/** The frame of every page: header, content, footer, and dialogs. */
export function Layout() {
  const main = useFocusAfterNavigation()
  const user = useUser()
  const { pathname, search } = useLocation()
  const isPersonal = pathname.startsWith('/my/')
  const isInvited = useOnceTrue(user === null && search.includes('invite='))
  useSignInAddress()
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      {/* Shown when the page has an action bar, its last element (ui/ActionBar.tsx). */}
      <a className={`${classes.skip} ${classes.toNext}`} href="#next">
        Skip to the next step
      </a>
      {/* Visible only on a room page with a chat column (session-pages/SessionFrame.tsx). */}
      <a className={`${classes.skip} ${classes.toChat}`} href="#chat-beside">
        Skip to the messages
      </a>
      <ErrorBoundary>
        <Header />
      </ErrorBoundary>
      {config.announcement && (
        <aside aria-label="Announcement" className={classes.announcement}>
          {config.announcement}
        </aside>
      )}
      <ErrorBoundary>
        <IdentityNotice />
      </ErrorBoundary>
      <ErrorBoundary>
        <AccountNotice />
      </ErrorBoundary>
      <ErrorBoundary>{isInvited && <InvitedBy />}</ErrorBoundary>
      <ErrorBoundary>
        <DeletionNotice />
      </ErrorBoundary>
      <ErrorBoundary what="what’s waiting to send">
        <OutboxStatus />
      </ErrorBoundary>
      {/* Its code loads on a journey only. */}
      <ErrorBoundary>{user && isPersonal && zoneOfDevice() !== user.time_zone && <ZoneOffer />}</ErrorBoundary>
      <ErrorBoundary>{useTimers() !== null && <RunningTimers />}</ErrorBoundary>
      <ErrorBoundary>
        <Toasts />
      </ErrorBoundary>
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        <NavigationProgress />
        <Outlet />
      </main>
      <Footer />
      <ErrorBoundary>
        <BottomBar />
      </ErrorBoundary>
      <ErrorBoundary>
        <Modals />
        {useStore(tourStep) !== null && <Tour />}
        {user?.is_new === 1 && <TourOffer />}
        {user && <LiveInbox />}
      </ErrorBoundary>
      <ScrollRestoration getKey={scrollKey} />
    </div>
  )
}

/** Loaded when first opened, and kept mounted, so that closing is animated. */
function Modals() {
  const signIn = useOnceTrue(useSignInState().open)
  const purchase = useOnceTrue(usePurchaseOpen())
  return (
    <>
      {signIn && <SignInModal />}
      {purchase && <PurchaseModal />}
      <LaterReport />
    </>
  )
}

/** Moves the focus to the new page after a navigation, because the pressed link is gone. A pressed tab keeps it. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const noScroll = useMatches().some(match => (match.handle as { noScroll?: string } | undefined)?.noScroll)
  const before = useRef(pathname)
  useEffect(() => {
    const isGone = !noScroll || document.activeElement === document.body
    if (before.current !== pathname && isGone) main.current?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname, noScroll])
  return main
}
