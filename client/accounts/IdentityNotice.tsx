import { Button } from '@mantine/core'
import { giveUp, type Loss, useLoss } from '../lib/identity.ts'
import { useUser } from '../lib/user.ts'
import classes from './IdentityNotice.module.css'
import { openSignIn } from './sign-in.ts'

/** A notice at the top of the page when the browser is no longer signed in as the person shown on the page. */
export function IdentityNotice() {
  const loss = useLoss()
  const user = useUser()
  if (!loss || !user) return null
  const { username } = loss
  return (
    <div role="alert" className={classes.notice}>
      <p>
        {textOf(loss)} <span>This page is still {user.username}’s. Nothing you typed is lost.</span>
      </p>
      <div className={classes.actions}>
        <Button px="sm" onClick={() => openSignIn({ actionText: 'to continue', onClose: giveUp })}>
          Sign in as {user.username}
        </Button>
        <Button variant="default" px="sm" onClick={() => window.location.reload()}>
          Continue as {username ?? 'a visitor'}
        </Button>
      </div>
    </div>
  )
}

export function textOf({ username }: Loss): string {
  return username === null ? 'You were signed out.' : `Signed in as ${username} in another tab.`
}
