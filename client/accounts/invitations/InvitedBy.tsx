import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { invitePage } from '../../../domain/accounts/invitations/api.ts'
import { targetOf } from '../../../domain/accounts/invitations/invitation.ts'
import { pageQuery } from '../../lib/page-cache.ts'
import { useUser } from '../../lib/user.ts'
import classes from '../IdentityNotice.module.css'
import { openSignIn } from '../sign-in.ts'

/** Tells a visitor on the page of a group or a session who invites them there. */
export function InvitedBy() {
  const { pathname, search } = useLocation()
  const [code] = useState(() => new URLSearchParams(search).get('invite') ?? '')
  const isVisitor = useUser() === null
  const address = { params: { code }, search: '' }
  const { data } = useQuery({
    ...pageQuery<typeof invitePage>(invitePage, address, false),
    enabled: isVisitor && code !== ''
  })
  if (!isVisitor || !data || data.from === null || targetOf(pathname, '') === null) return null
  return (
    <section aria-label="Your invitation" className={classes.notice}>
      <p>
        {data.from} invites you to this {pathname.startsWith('/group/') ? 'group' : 'session'}.{' '}
        <span>Register, and you’re in.</span>
      </p>
      <Button px="sm" onClick={() => openSignIn({ tab: 'register' })}>
        Register
      </Button>
    </section>
  )
}
