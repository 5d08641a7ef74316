import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { own } from '../../domain/lib/own.ts'
import { getUser } from '../lib/user.ts'
import { openSignIn, type SignInTab } from './sign-in.ts'

const TABS: Record<string, SignInTab> = { '#login': 'login', '#register': 'register' }

/**
 * The server redirects `/login` and `/register` to a page with this hash (server/accounts/routes.ts). Opens the modal
 * over that page.
 */
export function useSignInAddress(): void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const tab = own(TABS, hash)
  useEffect(() => {
    if (!tab) return
    void navigate({ pathname, search }, { replace: true })
    if (!getUser()) openSignIn({ tab })
  }, [tab, pathname, search, navigate])
}
