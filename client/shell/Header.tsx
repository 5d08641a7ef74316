import { ActionIcon, Button } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type CSSProperties, type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { toggleSignIn } from '../accounts/sign-in.ts'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { InboxLink } from '../reminders/InboxLink.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useMedia } from '../ui/media.ts'
import { mainLinks } from '../ui/navigation.ts'
import { TokenCount } from '../ui/TokenCount.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import classes from './Header.module.css'
import { ThemeButton } from './ThemeButton.tsx'

/** The header. On narrow screens the main links are in a menu; the most used ones stay in the row. */
export function Header() {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const isWide = useMedia('(min-width: 64em)')
  const menu = useId()
  const { key } = useLocation()
  const toggle = useRef<HTMLButtonElement>(null)
  const longest = longestWord(config.app_name)
  const header = useClickOutside<HTMLElement>(() => setOpen(false))
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the menu.
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (open) list.current?.querySelector('a')?.focus()
  }, [open])

  function pressKey({ key: pressed }: KeyboardEvent): void {
    if (pressed !== 'Escape' || !open) return
    setOpen(false)
    toggle.current?.focus()
  }

  /** Closes the menu when Tab leaves its last entry. */
  function leave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys and focus of the elements inside.
    <header ref={header} className={classes.header} onKeyDown={pressKey} onBlur={leave}>
      <div className={classes.row}>
        <Link to="/" className={classes.brand} data-tour="home">
          {config.logo ? <img src={config.logo} alt="" width={32} height={32} className={classes.logo} /> : <Logo />}
          <span className={classes.name}>
            <span
              className={classes.words}
              style={{ '--longest': longest } as CSSProperties}
              data-long={longest > LONG || undefined}
            >
              {config.app_name}
            </span>
          </span>
        </Link>
        <div ref={list} className={classes.menu} id={menu} data-open={open || undefined}>
          <nav aria-label="Main" className={classes.links}>
            {mainLinks({ isMember: user !== null, isFree: config.is_free }).map(({ to, label }) => (
              <NavLink key={to} to={to} className={classes.link}>
                {label}
              </NavLink>
            ))}
          </nav>
          {user && <AccountMenu user={user} isWide={isWide} />}
          {!(user && isWide) && <ThemeButton />}
        </div>
        <div className={classes.tools}>
          <ActionIcon component={Link} to="/my/lists" color="gray" variant="subtle" aria-label="My lists">
            <IconUserCircle size={24} aria-hidden />
          </ActionIcon>
          {user && <InboxLink unread={user.unread_reminders} />}
          {user ? (
            !config.is_free && (
              <Link to="/tokens" className={classes.tokens}>
                <TokenCount uses={user.all_remaining_tokens} />
              </Link>
            )
          ) : (
            <Button variant="default" onClick={toggleSignIn} px="md" aria-haspopup="dialog">
              Login
            </Button>
          )}
          <ActionIcon
            ref={toggle}
            className={classes.toggle}
            color="gray"
            aria-expanded={open}
            aria-controls={menu}
            aria-label={open ? 'Close the menu' : 'Open the menu'}
            onClick={() => setOpen(!open)}
          >
            {open ? <IconX size={24} aria-hidden /> : <IconMenu2 size={24} aria-hidden />}
          </ActionIcon>
        </div>
      </div>
    </header>
  )
}

/** Longer words don’t fit beside the buttons of a phone that is 320 px wide. */
const LONG = 11

/** The number of characters in the longest word. */
const longestWord = (name: string): number => Math.max(...name.split(/[\s-]+/).map(word => word.length))
