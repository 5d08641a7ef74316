import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { own } from '../../domain/lib/own.ts'
import { getUser } from '../lib/user.ts'
import { openSignIn, type SignInTab } from './sign-in.ts'

const TABS: Record<string, SignInTab> = { '#login': 'login', '#register': 'register' }

/** `/login` and `/register` lead here (server/accounts/routes.ts): any page with the modal open over it. */
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
