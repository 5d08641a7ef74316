import { Card, Text } from '@mantine/core'
import { useState } from 'react'
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
  /** Built in the page for visitors (D-46). */
  example?: boolean
}

/** What was logged; changed in its place (LOG-02, LOG-05). */
export function LogCard({ log, hideGoal = false, example = false }: Props) {
  const [editing, setEditing] = useState(false)
  return (
    <Card component="article" className={classes.card}>
      {editing ? (
        <EditLog log={log} onDone={() => setEditing(false)} />
      ) : (
        <>
          <div className={classes.top}>
            <LogWords log={log} hideGoal={hideGoal} example={example} />
            {!example && <LogActions log={log} onEdit={() => setEditing(true)} />}
          </div>
          {isCounting(log) && !example && <LogTimer log={log} />}
        </>
      )}
      {example && <Text c="dimmed">Yours appear here when you log progress.</Text>}
    </Card>
  )
}
