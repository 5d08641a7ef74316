import { Button } from '@mantine/core'
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { joinSession } from './join.ts'
import { offersJoin, offersStart } from './SessionMenu.tsx'
import { startSession } from './sessions.ts'

/** What the room asks of whoever comes: join; of the host: start; of the generous: donate. */
export function RoomActions({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const [starting, setStarting] = useState(false)
  const { challengeEvent: session } = data
  async function start(): Promise<void> {
    setStarting(true)
    await startSession(session)
    setStarting(false)
  }
  return (
    <>
      {offersJoin(data, clock) && (
        <Button size="lg" onClick={() => joinSession(session)}>
          Join
        </Button>
      )}
      {offersStart(data, clock) && (
        <Button
          size="lg"
          loading={starting}
          leftSection={<IconPlayerPlay size={20} aria-hidden />}
          onClick={() => void start()}
        >
          Start Session
        </Button>
      )}
      {session.is_preset === 1 && (
        <Button component={Link} size="lg" to={`/challenges/create?template=${session.slug}`}>
          Create Challenge
        </Button>
      )}
      {session.donation_link && (
        <Button
          component="a"
          href={session.donation_link}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconHeart size={20} aria-hidden />}
        >
          Donate
        </Button>
      )}
    </>
  )
}
