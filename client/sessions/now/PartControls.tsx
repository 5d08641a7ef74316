import { Button } from '@mantine/core'
import type { Session } from '../../../domain/sessions/api.ts'
import type { PartState } from '../../../domain/sessions/clock.ts'
import { movePart, type PartMove } from '../sessions.ts'
import { useCommand } from '../use-command.ts'
import classes from './PartsList.module.css'

interface Props {
  session: Session
  part: Session['parts'][number]['parts'][number]
  state: PartState
  /** Puts the part's title on the first button, for places that don't show it. */
  isNamed?: boolean
  /** Starting this part skips the parts before it. */
  canSkip?: boolean
}

const TEXT: Record<PartMove, string> = { start: 'Start', pause: 'Pause', resume: 'Resume', complete: 'Complete' }

/** The host's buttons for a part of a running session (D-94, D-98). */
export function PartControls({ session, part, state, isNamed = false, canSkip = false }: Props) {
  const { busy, failure, run } = useCommand<PartMove>()
  const moves: PartMove[] = { waiting: ['start'], active: ['pause'], paused: ['resume'], over: [] }[state] as PartMove[]
  if (part.can_complete && (state === 'active' || state === 'paused')) moves.push('complete')
  if (moves.length === 0) return null
  const textOf = (move: PartMove): string => (move === 'start' && canSkip ? 'Skip to' : TEXT[move])
  return (
    <div className={classes.controls}>
      {moves.map((move, index) => (
        <Button
          key={move}
          variant={move === 'start' ? 'subtle' : 'default'}
          loading={busy === move}
          onClick={() => void run(move, () => movePart(session, part.uuid, move))}
          aria-label={`${textOf(move)} ${part.title || 'this part'}`}
        >
          {isNamed && index === 0 ? `${textOf(move)} ${part.title || 'this part'}` : textOf(move)}
        </Button>
      ))}
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
