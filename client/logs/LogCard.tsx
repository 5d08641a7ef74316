import { Card, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Log } from '../../domain/logs/api.ts'
import { EditLog } from './EditLog.tsx'
import { LogActions } from './LogActions.tsx'
import classes from './LogCard.module.css'
import { LogTimer } from './LogTimer.tsx'
import { LogWords } from './LogWords.tsx'
import { isCounting } from './log-state.ts'

interface Props {
  log: Log
  /** On the page of its goal the goal's name says nothing new. */
  hideGoal?: boolean
  /** Under the heading of its day. */
  inDay?: boolean
  /** Built in the page for visitors (D-46). */
  example?: boolean
}

/** What was logged; changed in its place (LOG-02, LOG-05). */
export function LogCard({ log, hideGoal = false, inDay = false, example = false }: Props) {
  const [editing, setEditing] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  // What had the focus is gone: whoever works with keys goes on in what took its place.
  const edit = (on: boolean): void => {
    flushSync(() => setEditing(on))
    card.current?.querySelector<HTMLElement>(on ? 'input' : 'button')?.focus()
  }
  return (
    <Card ref={card} component="article" className={classes.card}>
      {editing ? (
        <EditLog log={log} onDone={() => edit(false)} />
      ) : (
        <>
          <div className={classes.top}>
            <LogWords log={log} hideGoal={hideGoal} inDay={inDay} example={example} />
            {!example && <LogActions log={log} onEdit={() => edit(true)} />}
          </div>
          {isCounting(log) && !example && <LogTimer log={log} />}
        </>
      )}
      {example && <Text c="dimmed">Yours appear here when you log progress.</Text>}
    </Card>
  )
}
