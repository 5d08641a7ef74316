import { useEffect } from 'react'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { textNow, timeText } from '../../../domain/sessions/now.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { readNow } from '../../live/clock/current-part.ts'
import { usePresence } from '../../live/presence.ts'
import { hideRoomToasts } from '../../live/room-toasts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { RichText } from '../../ui/text/RichText.tsx'
import { Together } from '../goals/Together.tsx'
import { NowRing } from '../now/NowRing.tsx'
import { Here } from '../people/Here.tsx'
import { countHere } from '../people/here.ts'
import type { RoomWithLogs } from '../stream/happenings.ts'
import { Stream } from '../stream/Stream.tsx'
import classes from './Wall.module.css'

interface Props {
  data: RoomWithLogs
  clock: SessionClock
  opened: boolean
  onClose: () => void
}

/**
 * The room for a wall or a television, readable from three metres: the ring, the next part, everyone's progress, and
 * what just happened. The page behind it keeps the screen on and plays the sounds.
 */
export function Wall({ data, clock, opened, onClose }: Props) {
  const { challengeEvent: session } = data
  useFullscreen(opened, onClose)
  useEffect(() => {
    if (opened) hideRoomToasts(session.id)
  }, [opened, session.id])
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      fullScreen
      title={session.title}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '', title: classes.title ?? '' }}
    >
      <div className={classes.wall}>
        <Now data={data} clock={clock} />
        <div className={classes.side}>
          <div className={classes.together}>
            <Together session={session} />
          </div>
          <div className={classes.stream}>
            <Stream data={data} clock={clock} look="wall" />
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function Now({ data, clock }: { data: RoomWithLogs; clock: SessionClock }) {
  const { challengeEvent: session } = data
  const now = readNow(session, clock, useNow(), useUser()?.username)
  const { next } = now
  const text = textNow(session, now)
  return (
    <div className={classes.now} data-text={text !== '' || undefined}>
      <h2 className={classes.part}>{now.title}</h2>
      <NowRing now={now} clock={clock} people={countHere(data, usePresence())} classes={classes} />
      {text && (
        <div className={classes.text}>
          <RichText html={text} />
        </div>
      )}
      {next && (
        <p className={classes.next}>
          Next <strong>{next.title}</strong>
          {next.inSeconds !== null && <span aria-hidden> in {timeText(next.inSeconds, clock)}</span>}
        </p>
      )}
      <div className={classes.here}>
        <Here data={data} />
      </div>
    </div>
  )
}

/** Uses the whole screen if the browser allows it. Leaving full screen, for example with Escape, closes the wall. */
function useFullscreen(isOn: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isOn) return
    let had = false
    const onChange = (): void => {
      if (document.fullscreenElement) had = true
      else if (had) onClose()
    }
    document.addEventListener('fullscreenchange', onChange)
    // Some browsers have no full screen, and some refuse. The wall still fills the window.
    void document.documentElement.requestFullscreen?.().catch(() => {})
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [isOn, onClose])
}
