import { Text } from '@mantine/core'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import classes from './rows.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

interface Props {
  created_at?: string
  due_at: string | null
  failed_at: string | null
  /** The raw reason of the last failure, and its words. */
  reason: string | null
  words: string
}

/** Says when a mail or a push is tried next, or when it was given up, and why the last attempt failed. */
export function Attempt({ created_at, due_at, failed_at, reason, words }: Props) {
  const minute = useMinute()
  const now = useNow(10_000)
  const due = due_at === null ? null : Date.parse(due_at)
  return (
    <>
      <Text size="sm" c="dimmed">
        {created_at && `Written ${minute(Date.parse(created_at))} · `}
        {failed_at && `Given up ${minute(Date.parse(failed_at))}`}
        {due !== null && (due <= now ? 'Next try: now' : `Next try: ${minute(due)}`)}
      </Text>
      {reason && (
        <>
          <Text size="sm">{words}</Text>
          <details className={classes.details}>
            <summary>Technical reason</summary>
            <code>{reason}</code>
          </details>
        </>
      )}
    </>
  )
}
