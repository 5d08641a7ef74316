import { Button } from '@mantine/core'
import classes from './OutboxStatus.module.css'
import { discard, retry, useOutbox } from './outbox.ts'

/** How much waits to be sent, and what the server refused, at the foot of every page. */
export function OutboxStatus() {
  const items = useOutbox()
  const refused = items.filter(item => item.refused !== null)
  const waiting = items.length - refused.length
  return (
    <div className={classes.status}>
      <p role="status">{waiting > 0 && `${waiting} waiting to be sent`}</p>
      {refused.length > 0 && (
        <ul aria-label="Not sent" className={classes.list}>
          {refused.map(item => (
            <li key={item.key}>
              <span>
                Not sent: {item.text} ({item.refused})
              </span>
              <Button variant="subtle" px="xs" onClick={() => retry(item.key)}>
                Try again
              </Button>
              <Button variant="subtle" px="xs" onClick={() => discard(item.key)}>
                Discard
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
