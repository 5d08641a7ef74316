import { Button, Text } from '@mantine/core'
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { REMOVED } from '../../domain/sessions/join.ts'
import classes from './now/NowPanel.module.css'
import { PartControls } from './now/PartControls.tsx'
import { joinSession } from './people/join.ts'
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
      {data.isRemoved && (
        <Text c="dimmed" ta="center">
          {REMOVED}
        </Text>
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
      {data.isOwner && clock.status === 1 && <RunningParts data={data} clock={clock} />}
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

/** What the host does most while it runs: pause, resume, complete what is on. */
function RunningParts({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const { challengeEvent: session } = data
  const parts = session.parts.flatMap(group => group.parts)
  const active = clock.groups.flatMap(group => group.active)
  if (active.length === 0) return null
  return (
    <div className={classes.controls}>
      {active.map(({ uuid, state }) => {
        const part = parts.find(one => one.uuid === uuid)
        return (
          part && <PartControls key={uuid} session={session} part={part} state={state} isNamed={active.length > 1} />
        )
      })}
    </div>
  )
}
