import { memo } from 'react'
import { useGuestName } from './guest-name.ts'
import classes from './PersonLink.module.css'

/** A username, or the display name of a guest with "guest" (D-152). */
export const PersonName = memo(function PersonName({ username }: { username: string }) {
  const guest = useGuestName(username)
  if (guest === null) return username
  return (
    <>
      {guest} <span className={classes.guest}>guest</span>
    </>
  )
})
