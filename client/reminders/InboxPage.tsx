import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { Link } from 'react-router'
import { type InboxEntry, inboxPage } from '../../domain/reminders/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { MyPage } from '../my/MyPage.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import classes from './InboxPage.module.css'
import { readAllReminders, readReminder } from './inbox.ts'

const useWhen = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** The person's reminders, the newest first. */
export function InboxPage() {
  const page = usePersonalPage(inboxPage)
  return (
    <MyPage
      title="Inbox"
      actionText="to see your inbox"
      page={page}
      actions={page && page.unread > 0 && <ReadAll until={page.as_of} />}
    >
      {({ reminders }) => (
        <>
          {reminders.length === 0 ? (
            <EmptyState
              icon={<IconBell size={40} aria-hidden />}
              text="Nothing here yet. We’ll tell you before a session starts, and when someone replies to you or cheers."
            />
          ) : (
            <ul className={classes.entries} aria-label="Reminders">
              {pageOf(reminders).map(reminder => (
                <ErrorBoundary key={reminder.id} as="li" what="this entry">
                  <Entry reminder={reminder} />
                </ErrorBoundary>
              ))}
            </ul>
          )}
          <Pager rows={reminders} />
          <p>
            <Link to="/my/following">What you follow</Link> · <Link to="/account/reminders">Notification settings</Link>
          </p>
        </>
      )}
    </MyPage>
  )
}

function Entry({ reminder: { id, text, path, at, is_read } }: { reminder: InboxEntry }) {
  const when = useWhen()
  return (
    <li className={classes.entry} data-unread={!is_read || undefined}>
      <Link
        to={path}
        onClick={() => {
          // A failure is harmless, because the entry can be marked again.
          if (!is_read) readReminder(id).catch(() => {})
        }}
      >
        {!is_read && <span className={classes.unread}>Unread: </span>}
        {text}
      </Link>
      <time dateTime={at}>{when(Date.parse(at))}</time>
    </li>
  )
}

function ReadAll({ until }: { until: string }) {
  return (
    <ActionButton variant="default" action={() => readAllReminders(until)}>
      Mark all as read
    </ActionButton>
  )
}
