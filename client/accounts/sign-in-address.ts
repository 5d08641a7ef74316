import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { own } from '../../domain/lib/own.ts'
import { getUser } from '../lib/user.ts'
import { loadPart } from '../ui/loading/late.tsx'
import type { SignInTab } from './sign-in.ts'
import { openSignIn } from './sign-in.ts'

/** The beginning of `failureHash` in domain/accounts/single-sign-on. */
const FAILURE = '#sign-on-'
const TABS: Record<string, SignInTab> = { '#login': 'login', '#register': 'register' }

/**
 * The server redirects `/login` and `/register` to a page with this hash (server/accounts/routes.ts), and a failed sign-in
 * at the provider. Opens the modal over that page.
 */
export function useSignInAddress(): void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const tab = own(TABS, hash)
  useEffect(() => {
    const isFailure = hash.startsWith(FAILURE)
    if (!tab && !isFailure) return
    void navigate({ pathname, search }, { replace: true })
    if (isFailure) void loadPart(() => import('./single-sign-on/sign-on.ts')).then(signOn => signOn.showFailure(hash))
    else if (!getUser()) openSignIn({ tab })
  }, [tab, hash, pathname, search, navigate])
}
