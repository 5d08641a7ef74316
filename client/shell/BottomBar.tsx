import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs'
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useMayCreate } from '../accounts/sign-in.ts'
import { useUser } from '../lib/user.ts'
import classes from './BottomBar.module.css'

const SESSION = '/challenges/events/create'
const NEW = [
  { to: '/my/today', label: 'Log' },
  { to: '/my/goals?create=1', label: 'Goal' },
  { to: '/my/notes?create=1', label: 'Note' },
  { to: SESSION, label: 'Session' }
]

/** The places that matter most, at the bottom edge of phones. A page with a bar of its own shows that one (D-144). */
export function BottomBar() {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  const mayMeet = useMayCreate('sessions')
  const things = mayMeet ? NEW : NEW.filter(({ to }) => to !== SESSION)
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the menu.
  useEffect(() => setOpen(false), [key])
  return (
    <nav className={classes.bar} aria-label="Main places" onKeyDown={event => event.key === 'Escape' && setOpen(false)}>
      {isOpen && (
        <ul className={classes.menu} id="new-things">
          {things.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
      {user ? (
        <Place to="/my/today" label="Today" icon={<IconSun size={24} aria-hidden />} />
      ) : (
        <Place to="/" label="Home" icon={<IconHome size={24} aria-hidden />} />
      )}
      <Place to="/events" label="Sessions" icon={<IconHourglass size={24} aria-hidden />} />
      <button
        type="button"
        className={classes.plus}
        aria-label="New"
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'new-things' : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconPlus size={26} aria-hidden />
      </button>
      <Place to="/my/goals" label="Goals" icon={<IconTarget size={24} aria-hidden />} />
      <Place to="/my/lists" label="Me" icon={<IconUserCircle size={24} aria-hidden />} />
    </nav>
  )
}

function Place({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <NavLink to={to} end={to === '/'} className={classes.place}>
      {icon}
      {label}
    </NavLink>
  )
}
