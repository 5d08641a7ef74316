import { Button } from '@mantine/core'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs'
import { type ReactNode, useState } from 'react'
import { partTitle } from '../../../domain/activities/part-title.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { undoableSkip } from '../../../domain/sessions/parts.ts'
import { extendedPart } from '../../../domain/sessions/pause.ts'
import { type HostMove, hostMove } from '../../../domain/sessions/people/host-move.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { peopleOf } from '../../live/clock/session-clock.ts'
import { movePart } from '../sessions.ts'
import { useCommand } from '../use-command.ts'
import { EndQuestion } from './EndQuestion.tsx'
import classes from './HostBar.module.css'
import { extend, pauseAll, skip, undoSkip } from './hosting.ts'

interface Props {
  data: SessionData
  clock: SessionClock
  /** A running session for days offers no "+1 min". */
  isOfDays: boolean
}

/** The host's buttons for the room's clock: pause, move to the next part, and add time (D-94). */
export function HostBar({ data, clock, isOfDays }: Props) {
  const { challengeEvent: session } = data
  const { busy, failure, run } = useCommand<'pause' | 'move' | 'extend' | 'back'>()
  const [isEnding, setEnding] = useState(false)
  const state = { ...session, plan: session }
  const people = peopleOf(data)
  const titleOf = (uuid: string): string =>
    partTitle(session.parts.flatMap(({ parts }) => parts).find(part => part.uuid === uuid))
  const longer = extendedPart(state, serverNow(), people)
  const forWhat = longer ? partTitle(longer) : 'the session'
  const move = clock.isPaused ? null : hostMove(clock)
  const skipped = undoableSkip(state, serverNow(), people)
  const press = {
    skip: (uuid: string, set: number) => void run('move', () => skip(session, uuid, set)),
    start: (uuid: string) => void run('move', () => movePart(session, uuid, 'start'))
  }
  return (
    <fieldset className={classes.bar} aria-label="Clock of the session">
      <HostButton
        isMain={clock.isPaused}
        icon={clock.isPaused ? <IconPlayerPlay size={20} aria-hidden /> : <IconPlayerPause size={20} aria-hidden />}
        text={clock.isPaused ? 'Resume' : 'Pause'}
        isBusy={busy === 'pause'}
        onPress={() => void run('pause', () => pauseAll(session, clock.isPaused))}
      />
      {move && <MoveButton move={move} isBusy={busy === 'move'} titleOf={titleOf} press={press} onEnd={setEnding} />}
      {!isOfDays && (
        <HostButton
          text="+1 min"
          about={forWhat}
          join="for"
          isBusy={busy === 'extend'}
          onPress={() => void run('extend', () => extend(session, 1))}
        />
      )}
      <div className={classes.said} role="status">
        {skipped && (
          <>
            <span>Skipped {skipped.title || 'a part'}.</span>
            <Button
              variant="subtle"
              loading={busy === 'back'}
              onClick={() => void run('back', () => undoSkip(session, skipped.uuid))}
            >
              Undo
            </Button>
          </>
        )}
      </div>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <EndQuestion session={session} opened={isEnding} onClose={() => setEnding(false)} />
    </fieldset>
  )
}

interface MoveProps {
  move: HostMove
  isBusy: boolean
  titleOf: (uuid: string) => string
  press: { skip: (uuid: string, set: number) => void; start: (uuid: string) => void }
  onEnd: (isEnding: true) => void
}

function MoveButton({ move, isBusy, titleOf, press, onEnd }: MoveProps) {
  if (move.kind === 'end') {
    return (
      <HostButton
        icon={<IconFlag size={20} aria-hidden />}
        text="End now"
        isBusy={isBusy}
        onPress={() => onEnd(true)}
      />
    )
  }
  const { kind, next } = move
  return (
    <HostButton
      icon={kind === 'skip' ? <IconPlayerTrackNext size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />}
      text={kind === 'skip' ? 'Skip' : 'Start'}
      about={titleOf(next)}
      join={kind === 'skip' ? 'to' : ''}
      isBusy={isBusy}
      onPress={() => (kind === 'skip' ? press.skip(move.part, move.set) : press.start(next))}
    />
  )
}

interface ButtonProps {
  icon?: ReactNode
  text: string
  /** The title of the part that the button acts on, shown below the text. */
  about?: string
  /** The word before the title of the part: "to" or "for". */
  join?: string
  isMain?: boolean
  isBusy: boolean
  onPress: () => void
}

function HostButton({ icon, text, about, join = '', isMain = false, isBusy, onPress }: ButtonProps) {
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      className={classes.button}
      loading={isBusy}
      leftSection={icon}
      onClick={onPress}
      aria-label={[text, join, about].filter(Boolean).join(' ')}
    >
      <span className={classes.label}>
        {text}
        {about && <small>{[join, about].filter(Boolean).join(' ')}</small>}
      </span>
    </Button>
  )
}
