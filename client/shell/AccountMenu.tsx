import { NavLink } from 'react-router'
import { isAdmin, isModerator, type User } from '../../domain/accounts/user.ts'
import { askToRegister } from '../accounts/guest.ts'
import { pressLogout } from '../accounts/press-logout.ts'
import { canRegister } from '../accounts/sign-in.ts'
import { Face } from '../faces/Face.tsx'
import { Flyout } from '../ui/Flyout.tsx'
import classes from './Header.module.css'
import { ThemeButton } from './ThemeButton.tsx'

/** Under the menu of a narrow screen the entries are in the row; on wide screens the username opens them (D-144). */
export function AccountMenu({ user, isWide }: { user: User; isWide: boolean }) {
  const profile = `/${user.person.username}`
  const name = user.guest_name ?? user.username
  const entries = (
    <>
      {isModerator(user) && (
        <NavLink to={isAdmin(user) ? '/admin' : '/admin/reports'} className={classes.link}>
          Admin
        </NavLink>
      )}
      {user.guest_name !== null && canRegister() && (
        <button type="button" className={classes.link} onClick={() => askToRegister()}>
          Register
        </button>
      )}
      <NavLink to="/account" className={classes.link}>
        My Account
      </NavLink>
      <button type="button" className={classes.link} onClick={pressLogout}>
        Logout
      </button>
    </>
  )
  if (!isWide) {
    return (
      <div className={classes.account}>
        {user.guest_name === null ? (
          <NavLink to={profile} className={classes.username}>
            <Face username={user.username} size={28} />
            {name}
          </NavLink>
        ) : (
          <span className={classes.username}>
            <Face username={user.username} size={28} />
            {name}
          </span>
        )}
        {entries}
      </div>
    )
  }
  return (
    <div className={classes.account}>
      <Flyout
        align="end"
        width="14rem"
        target={opener => (
          <button type="button" className={classes.username} {...opener}>
            <Face username={user.username} size={28} />
            {name}
          </button>
        )}
      >
        {user.guest_name === null && (
          <NavLink to={profile} className={classes.link}>
            My page
          </NavLink>
        )}
        {entries}
        <ThemeButton />
      </Flyout>
    </div>
  )
}
