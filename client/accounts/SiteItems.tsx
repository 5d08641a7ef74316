import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
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
      <Menu.Divider />
      {places.map(({ to, label }) => (
        <Menu.Item key={to} component={Link} to={to}>
          {label}
        </Menu.Item>
      ))}
      {user?.guest_name != null && canRegister() && <Menu.Item onClick={() => askToRegister()}>Register</Menu.Item>}
      <Menu.Item onClick={() => (user ? void pressLogout() : toggleSignIn())}>{user ? 'Logout' : 'Login'}</Menu.Item>
    </>
  )
}
