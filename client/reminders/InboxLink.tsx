import { ActionIcon } from '@mantine/core'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { Link } from 'react-router'
import classes from './InboxLink.module.css'

/** The link to the inbox in the header, with the number of unread entries. */
export function InboxLink({ unread }: { unread: number }) {
  const label = unread === 0 ? 'Inbox' : `Inbox, ${unread < 100 ? unread : 'over 99'} unread`
  return (
    <ActionIcon
      component={Link}
      to="/my/inbox"
      color="gray"
      variant="subtle"
      aria-label={label}
      className={classes.bell}
    >
      <IconBell size={24} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread < 100 ? unread : '99+'}
        </span>
      )}
    </ActionIcon>
  )
}
