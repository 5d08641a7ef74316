import { Button } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import type { ReactNode } from 'react'
import type { Session, SessionData } from '../../domain/sessions/api.ts'
import { countdownOf, type SessionClock } from '../../domain/sessions/clock.ts'
import { readiness, startersText } from '../../domain/sessions/lobby.ts'
import { spotsLeft } from '../../domain/sessions/people/join.ts'
import { asksReady, offersReady } from '../../domain/sessions/people/readiness.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import { signInWords } from '../accounts/sign-in.ts'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { SoundControl } from '../live/clock/SoundControl.tsx'
import { joinSession } from '../live/join/join.ts'
import { ActionBar } from '../ui/ActionBar.tsx'
import { LogBar } from './bar/LogBar.tsx'
import { AgainBar } from './finish/AgainBar.tsx'
import { offersJoin, offersStart } from './SessionMenu.tsx'
import { setReady, startSession } from './sessions.ts'
import { useCommand } from './use-command.ts'
import { FullBar, OfferBar } from './waitlist/WaitlistBar.tsx'

interface Props {
  data: SessionData
  clock: SessionClock
  /** The button that opens the chat, for pages that don't show it. */
  chat: ReactNode
}

/**
 * The one action that the room suggests now: join, start (the host), get ready (a member), or log while the session runs
 * (D-33, D-135). Every tab shows it. The sound control is in the same bar.
 */
export function NextAction({ data, clock, chat }: Props) {
  const { challengeEvent: session, me, isRemoved } = data
  const { busy, failure, run } = useCommand()
  const isVisitor = useUser() === null
  const titleOr = (title: string) => (failure ? <span role="alert">{failure}</span> : title)
  const offer = data.waitlist.mine?.offered_until
  if (offer && offersJoin(data, clock)) {
    return <OfferBar data={data} clock={clock} chat={chat} until={offer} cost={costOf({ ...session, needs_code: 0 })} />
  }
  if (offersJoin(data, clock)) {
    return (
      <ActionBar
        title={isVisitor && !session.guests ? `${signInWords()} to take part` : 'Take part: log, write and chat'}
        note={isVisitor && session.guests ? 'You only need a name.' : costOf(session)}
        before={clock.status === SessionStatus.Running && <SoundControl look="bar" />}
        after={clock.status === SessionStatus.Running && chat}
      >
        <Button size="lg" onClick={() => joinSession(session)}>
          Join
        </Button>
      </ActionBar>
    )
  }
  if (isFullFor(data, clock)) return <FullBar data={data} clock={clock} chat={chat} />
  if (countdownOf(clock) !== null) return null
  if (offersStart(data, clock)) {
    return (
      <ActionBar title={titleOr('Everyone starts when you press Start')} note={readyText(data)}>
        <Button
          size="lg"
          loading={busy !== null}
          leftSection={<IconPlayerPlay size={20} aria-hidden />}
          onClick={() => void run('start', () => startSession(session))}
        >
          Start Session
        </Button>
      </ActionBar>
    )
  }
  if (me && offersReady({ ...session, status: clock.status }, isRemoved)) {
    // Long before the start, the lobby itself offers all there is to do: invite people, set a reminder.
    if (!asksReady(clock.remaining)) return null
    const waits = clock.startsAt === null ? `Waiting for ${startersText(data.participants)} to start` : 'You’re ready'
    return (
      <ActionBar title={titleOr(me.is_ready ? waits : 'Are you ready?')} note={readyText(data)}>
        <Button
          size="lg"
          variant={me.is_ready ? 'default' : 'filled'}
          loading={busy !== null}
          leftSection={me.is_ready ? undefined : <IconCheck size={20} aria-hidden />}
          onClick={() => void run('ready', () => setReady(session, !me.is_ready))}
        >
          {me.is_ready ? 'Not Ready' : 'Ready'}
        </Button>
      </ActionBar>
    )
  }
  if (clock.status === SessionStatus.Ended && !session.is_preset) return <AgainBar data={data} clock={clock} />
  return me && clock.status === SessionStatus.Running ? <LogBar data={data} clock={clock} chat={chat} /> : null
}

/** True if the person could join, but all spots are taken (SES-084). */
function isFullFor({ challengeEvent, me, isRemoved }: SessionData, { status }: Pick<SessionClock, 'status'>): boolean {
  const isOpen = status !== SessionStatus.Ended && !challengeEvent.is_preset && !isRemoved
  return isOpen && me === null && spotsLeft(challengeEvent) === 0
}

function costOf({ is_free, needs_code }: Session): string {
  const cost = is_free ? 'Joining is free.' : `Joining costs 1/${USES_PER_TOKEN} of a token.`
  return [config.is_free ? '' : cost, needs_code ? 'Needs a code.' : ''].filter(Boolean).join(' ')
}

/** Counts only the participants that the page lists: a large room does not list everyone. */
function readyText({ participants, challengeEvent }: SessionData): string {
  const { ready, asked } = readiness(participants, Boolean(challengeEvent.is_manually_started))
  return asked === 0 ? 'Nobody else is here yet.' : `${ready} of ${asked} ready`
}
