import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { plural } from '../../../domain/lib/duration.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { USES_PER_TOKEN } from '../../../domain/tokens/tokens.ts'
import { useMayCreate } from '../../accounts/sign-in.ts'
import { afterPurchase } from '../../billing/purchase.ts'
import { CallRefused } from '../../lib/api.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { config } from '../../lib/embedded.ts'
import { useUser } from '../../lib/user.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { makeAgain, nextTime } from './again.ts'
import { ResultsLink } from './ResultsLink.tsx'

const useDate = dateTexts({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/**
 * The bottom bar of an ended session. It links to the repeat that someone has made or to the next date. Otherwise members
 * can repeat it, and everyone else finds other sessions.
 */
export function AgainBar({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const { challengeEvent: session, again, me } = data
  const [asking, setAsking] = useState(false)
  const date = useDate()
  const navigate = useNavigate()
  const key = useRef(randomUuid())
  const user = useUser()
  const isMember = me !== null && user?.guest_name === null
  const mayRepeat = useMayCreate('sessions') && isMember
  if (again) {
    return (
      <ActionBar
        before={<ResultsLink />}
        title={again.username === me?.username ? 'You’re doing it again' : `${again.username} is doing it again`}
        note={again.started_at === null ? undefined : date(Date.parse(again.started_at))}
      >
        <Button size="lg" component={Link} to={again.path}>
          Open
        </Button>
      </ActionBar>
    )
  }
  if (session.series) {
    return (
      <ActionBar before={<ResultsLink />} title="It goes on" note={session.series.rule}>
        {/* The server knows which date is next. */}
        <Button size="lg" component={Link} to={`${session.series.path}/next`} reloadDocument>
          Next date
        </Button>
      </ActionBar>
    )
  }
  if (clock.startsAt === null || !mayRepeat) {
    return (
      <ActionBar before={<ResultsLink />} title="Take part in another one">
        <Button size="lg" variant="light" component={Link} to="/sessions">
          Other sessions
        </Button>
      </ActionBar>
    )
  }
  const at = nextTime(clock.startsAt, serverNow())
  const others = session.participants_count - 1

  async function make(): Promise<void> {
    try {
      await navigate(await makeAgain(session, at, key.current))
    } catch (error) {
      if (!(error instanceof CallRefused) || error.body.error_code !== 'INSUFFICIENT_TOKENS') throw error
      afterPurchase(() => setAsking(true))
    }
  }

  return (
    <>
      <ActionBar before={<ResultsLink />} title="Same again tomorrow?" note="Free for you to host.">
        <Button size="lg" onClick={() => setAsking(true)}>
          Do it again
        </Button>
      </ActionBar>
      <ConfirmModal
        opened={asking}
        title="Same again tomorrow?"
        confirm="Make it"
        keep="Not now"
        onConfirm={make}
        onClose={() => setAsking(false)}
      >
        <Text fw={600}>{session.title}</Text>
        <Text mb="sm">{date(at)}</Text>
        <Text>
          {others > 0 ? `${plural(others, 'other participant')} will get an invite. ` : ''} Hosting is free for you
          {others > 0 && !session.is_free && !config.is_free
            ? `, and everyone who joins pays 1 use (a token has ${USES_PER_TOKEN})`
            : ''}
          . You can change its time there.
        </Text>
      </ConfirmModal>
    </>
  )
}
