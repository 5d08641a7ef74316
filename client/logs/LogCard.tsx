import { Card, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Log } from '../../domain/logs/api.ts'
import { isCounting } from '../../domain/logs/log.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { EditLog } from './EditLog.tsx'
import { LogActions } from './LogActions.tsx'
import classes from './LogCard.module.css'
import { LogTimer } from './LogTimer.tsx'
import { LogWords, logName } from './LogWords.tsx'

interface Props {
  log: Log
  /** Set on the goal's own page, which shows its name already. */
  hideGoal?: boolean
  /** Set below the heading of its day. */
  inDay?: boolean
  /** The example for visitors (D-46). */
  example?: boolean
}

/** A log, which can be edited in place (LOG-02, LOG-05). */
export function LogCard({ log, hideGoal = false, inDay = false, example = false }: Props) {
  const [editing, setEditing] = useState(false)
  const distances = useDistanceUnit()
  const card = useRef<HTMLDivElement>(null)
  // The focused element is gone, so move the focus to its replacement.
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
            {!example && <LogActions log={log} name={logName(log, distances)} onEdit={() => edit(true)} />}
          </div>
          {isCounting(log) && !example && <LogTimer log={log} />}
        </>
      )}
      {example && <Text c="dimmed">Yours appear here when you log progress.</Text>}
    </Card>
  )
}
