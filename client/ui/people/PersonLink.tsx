import { memo } from 'react'
import { Link } from 'react-router'
import { isNameless } from '../../../domain/accounts/username.ts'
import { personPath } from '../../../domain/publishing/person.ts'
import { useGuestName } from './guest-name.ts'
import classes from './PersonLink.module.css'
import { PersonName } from './PersonName.tsx'

/** A username that links to the person's page (PUB-001). Deleted people and guests have no page. */
export const PersonLink = memo(function PersonLink({ username }: { username: string }) {
  const isGuest = useGuestName(username) !== null
  if (isNameless(username) || isGuest) {
    return (
      <span className={isGuest ? undefined : classes.person}>
        <PersonName username={username} />
      </span>
    )
  }
  return (
    <Link to={personPath(username)} className={classes.person}>
      {username}
    </Link>
  )
})
