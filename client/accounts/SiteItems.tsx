import { Link } from 'react-router'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { MenuDivider, MenuItem } from '../ui/menu/MenuItem.tsx'
import { mainLinks } from '../ui/navigation.ts'
import { askToRegister } from './guest.ts'
import { pressLogout } from './press-logout.ts'
import { canRegister, toggleSignIn } from './sign-in.ts'

/** The entries of the header, for the menu of a room that replaces the header on phones (D-144). */
export function SiteItems() {
  const user = useUser()
  const places = [
    { to: '/', label: 'Home' },
    ...mainLinks({ isMember: user !== null, isFree: config.is_free }),
    { to: '/my/lists', label: 'My lists' },
    ...(user && !config.is_free ? [{ to: '/tokens', label: 'Tokens' }] : []),
    ...(user
      ? [
          ...(user.guest_name === null ? [{ to: `/${user.person.username}`, label: user.username }] : []),
          { to: '/account', label: 'My Account' }
        ]
      : [])
  ]
  return (
    <>
      <MenuDivider />
      {places.map(({ to, label }) => (
        <MenuItem key={to} component={Link} to={to}>
          {label}
        </MenuItem>
      ))}
      {user?.guest_name != null && canRegister() && <MenuItem onClick={() => askToRegister()}>Register</MenuItem>}
      <MenuItem onClick={() => (user ? void pressLogout() : toggleSignIn())}>{user ? 'Logout' : 'Login'}</MenuItem>
    </>
  )
}
