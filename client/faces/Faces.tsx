import { useUser } from '../lib/user.ts'
import { Face } from './Face.tsx'
import classes from './Faces.module.css'

/** Overlapping faces, without people I block. Hidden from screen readers, so a count or names stand next to them. */
export function Faces({ usernames, size = 36 }: { usernames: readonly string[]; size?: number }) {
  const blocked = useUser()?.blocked ?? []
  return (
    <span className={classes.faces} aria-hidden>
      {usernames
        .filter(username => !blocked.includes(username))
        .map(username => (
          <span key={username} className={classes.face}>
            <Face username={username} size={size} />
          </span>
        ))}
    </span>
  )
}
