import { Button } from '@mantine/core'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lengthText, plural } from '../../../domain/lib/duration.ts'
import { timeHere } from '../../../domain/sessions/again.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useUser } from '../../lib/user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import { late } from '../../ui/loading/late.tsx'
import { Here } from '../people/Here.tsx'
import type { RoomWithLogs } from '../stream/happenings.ts'
import { type Done, doneOf } from './done.ts'
import classes from './Finish.module.css'
import { Keep } from './Keep.tsx'
import { RESULT } from './ResultsLink.tsx'
import { Thanks } from './Thanks.tsx'

const ResultPicture = late(async () => (await import('./ResultPicture.tsx')).ResultPicture, <Loading cards={1} />)
const useDate = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

interface Props {
  data: RoomWithLogs
  clock: SessionClock
  children?: ReactNode
}

/** The room after the session has ended: my results, everyone's results, and what to do next. */
export function Finish({ data, clock, children }: Props) {
  const { challengeEvent: session, me } = data
  const { summary } = session
  const user = useUser()
  const [isPicture, setPicture] = useState(false)
  const result = useShownByAddress()
  const date = useDate()
  const distances = useDistanceUnit()
  const mine = me ? doneOf(session, me.task_totals, distances) : []
  const ours = doneOf(session, summary.tasks, distances)
  const lasted =
    clock.startsAt !== null && clock.endsAt !== null ? Math.round((clock.endsAt - clock.startsAt) / 1000) : 0
  const base = `/sessions/${session.slug}`
  return (
    <section ref={result} tabIndex={-1} className={classes.finish} aria-label="Result" data-tour="session-home">
      <h2 className={classes.title}>{me ? 'You did it' : 'It’s over'}</h2>
      <Here data={data} isCounted={false} />
      <p className={classes.facts}>
        {[
          lasted > 0 ? lengthText(lasted) : '',
          plural(session.participants_count, 'participant'),
          clock.endsAt === null ? '' : `ended ${date(clock.endsAt)}`
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {me && <Keep session={session} done={mine} />}
      <div className={classes.columns}>
        {me && <List title="You" done={[...mine, { title: 'Time here', text: lengthText(timeHere(session, me)) }]} />}
        <List
          title="All of us"
          done={ours.length > 0 ? ours : [{ title: 'Logs', text: summary.logs > 0 ? String(summary.logs) : 'None' }]}
        />
      </div>
      <div className={classes.acts}>
        {me && user?.guest_name === null && <Thanks session={session} />}
        <Button variant="default" leftSection={<IconPhoto size={20} aria-hidden />} onClick={() => setPicture(true)}>
          Picture to share
        </Button>
        {summary.logs > 0 && (
          <Button component={Link} to={`${base}/over-time`} variant="subtle">
            Who did what, and when
          </Button>
        )}
        {children}
      </div>
      <Dialog opened={isPicture} onClose={() => setPicture(false)} title="Picture to share" size="28rem">
        <ResultPicture
          title={session.title}
          facts={`${lengthText(lasted)} · ${plural(session.participants_count, 'participant')}`}
          mine={mine}
          ours={ours}
        />
      </Dialog>
    </section>
  )
}

/** Scrolls to the result and focuses it when a link to it is pressed. Each press has its own key in the history. */
function useShownByAddress() {
  const { hash, key } = useLocation()
  const result = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second press on the same link changes only the key.
  useEffect(() => {
    if (hash !== `#${RESULT}`) return
    result.current?.scrollIntoView({ block: 'start' })
    result.current?.focus({ preventScroll: true })
  }, [hash, key])
  return result
}

function List({ title, done }: { title: string; done: Done[] }) {
  return (
    <div className={classes.list}>
      <h3>{title}</h3>
      <dl>
        {done.map(one => (
          <div key={one.title}>
            <dt>{one.title}</dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
