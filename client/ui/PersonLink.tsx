import { Link } from 'react-router'
import { isNameless } from '../../domain/accounts/username.ts'
import { personPath } from '../../domain/publishing/person.ts'
import classes from './PersonLink.module.css'

/** A username that links to the person's page (PUB-001). A deleted person has no page. */
export function PersonLink({ username }: { username: string }) {
  if (isNameless(username)) return <span className={classes.person}>{username}</span>
  return (
    <Link to={personPath(username)} className={classes.person}>
      {username}
    </Link>
  )
}
