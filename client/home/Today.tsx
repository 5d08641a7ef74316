import { Anchor, Button, Title, VisuallyHidden } from '@mantine/core'
import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Card } from '../../domain/browse/api.ts'
import { dayOf, UTC } from '../../domain/lib/day.ts'
import { plural } from '../../domain/lib/duration.ts'
import { plannedLength } from '../../domain/sessions/length.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { todayPage } from '../../domain/today/api.ts'
import { useMayCreate } from '../accounts/sign-in.ts'
import { CardGrid } from '../browse/CardGrid.tsx'
import { SharedGoals } from '../goals/sharing/SharedGoals.tsx'
import { dayTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { newMaking } from '../lib/make-once.ts'
import { pageQuery } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { ActionButton, toastError } from '../ui/ActionButton.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late, loadPart } from '../ui/loading/late.tsx'
import { AwayNow, GoAway } from './Away.tsx'
import { GoalsOfToday } from './GoalsOfToday.tsx'
import classes from './Today.module.css'

const UnitsOfToday = late(async () => (await import('../programmes/UnitsOfToday.tsx')).UnitsOfToday)

const useDate = dayTexts({ weekday: 'long', month: 'long', day: 'numeric' })

interface Props {
  /** A session to join at once. */
  running?: Card | undefined
  /** A template to start at once. */
  plan?: Card | undefined
  /** Called when the data has loaded or failed. */
  onSettled?: (shown: ShownToday) => void
}

/** The day of a person, as the page shows it. */
export interface ShownToday {
  user: number | undefined
  sessions: readonly number[]
  hasGoals: boolean
}

/**
 * The day of a member (D-143): the date and the streak, running sessions, goals with one button each, upcoming sessions,
 * and sessions of their groups.
 */
export function Today({ running: offered, plan, onSettled }: Props) {
  const { data, isPending } = useQuery(pageQuery<typeof todayPage>(todayPage, { params: {}, search: '' }, true))
  const user = useUser()?.id
  useEffect(() => {
    if (isPending) return
    const cards = data ? [...data.sessions, ...data.group_sessions] : []
    onSettled?.({ user, sessions: cards.map(({ id }) => id), hasGoals: data ? data.my_goals.length > 0 : true })
  }, [isPending, data, user, onSettled])
  if (isPending) return <Loading />
  // Without a connection the list below stays usable.
  if (!data) return null
  // A device may keep data of a version without shared goals and programmes.
  const { sessions, my_goals, group_sessions, programmes = [], next_units = [], streak } = data
  const { shared_goals = [], away_until = null } = data
  const hasProgrammes = programmes.length > 0 || next_units.length > 0
  const running = sessions.filter(({ status }) => status === SessionStatus.Running)
  const next = sessions.filter(({ status }) => status !== SessionStatus.Running)
  return (
    <div className={classes.today}>
      <Day streak={streak} />
      {away_until && <AwayNow until={away_until} />}
      {running.length > 0 && (
        <Section title="Your sessions" more={{ to: '/my/sessions', label: 'All my sessions' }}>
          <CardGrid cards={running} level={3} />
        </Section>
      )}
      {my_goals.length > 0 && (
        <Section title="Your goals" more={{ to: '/my/goals', label: 'All my goals' }}>
          <ErrorBoundary what="your goals">
            <GoalsOfToday goals={my_goals} />
          </ErrorBoundary>
        </Section>
      )}
      {hasProgrammes && (
        <Section title="Your programmes" more={{ to: '/programmes', label: 'Programmes' }}>
          <ErrorBoundary what="your programmes">
            <UnitsOfToday units={programmes} next={next_units} />
          </ErrorBoundary>
        </Section>
      )}
      {next.length > 0 && (
        <Section title="Next for you" more={{ to: '/my/sessions', label: 'All my sessions' }}>
          <CardGrid cards={next} level={3} />
        </Section>
      )}
      {group_sessions.length > 0 && (
        <Section title="In your groups" more={{ to: '/my/groups', label: 'My groups' }}>
          <CardGrid cards={group_sessions} level={3} />
        </Section>
      )}
      {shared_goals.length > 0 && (
        <Section title="From people who share with you">
          <SharedGoals goals={shared_goals} withOwner />
        </Section>
      )}
      {!away_until && my_goals.length > 0 && <GoAway />}
      {sessions.length === 0 && my_goals.length === 0 && !hasProgrammes && <FirstStep running={offered} plan={plan} />}
    </div>
  )
}

/** The weekday and date, and the streak: "Wednesday, November 25 · 81 days". */
function Day({ streak }: { streak: number | null }) {
  const day = dayOf(useNow(60_000), useUser() ?? UTC)
  const text = useDate()(day)
  return (
    <p className={classes.day}>
      <span>{text}</span>
      {streak !== null && streak > 0 && (
        <Link to="/my/days" className={classes.streak}>
          <IconFlame size={22} aria-hidden />
          {plural(streak, 'day')}
          <VisuallyHidden> in a row</VisuallyHidden>
        </Link>
      )}
    </p>
  )
}

interface SectionProps {
  title: string
  more?: { to: string; label: string }
  children: ReactNode
}

function Section({ title, more, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={classes.heading}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {more && (
          <Anchor component={Link} to={more.to} className={classes.more}>
            {more.label}
          </Anchor>
        )}
      </div>
      {children}
    </section>
  )
}

/** The first step for a member without sessions and goals. */
function FirstStep({ running, plan }: Pick<Props, 'running' | 'plan'>) {
  const mayStart = useMayCreate('sessions')
  const navigate = useNavigate()
  const making = useRef(newMaking())
  const start = async ({ slug, duration }: Card): Promise<void> => {
    const { createSession } = await loadPart(() => import('../activities/create-session.ts'))
    // The key makes a second press return the same session if the first response was lost.
    await navigate(await createSession(slug, { title: '', duration: plannedLength(duration) }, making.current.key))
  }
  const join = async (card: Card): Promise<void> => {
    const { joinSession } = await loadPart(() => import('../live/join/join.ts'))
    void joinSession(card, () => void navigate(card.path))
  }
  return (
    <section className={classes.first} aria-labelledby="first-step">
      <Title order={2} size="h3" id="first-step">
        What would you like to do first?
      </Title>
      <div className={classes.choices}>
        <Button fullWidth component={Link} to="/my/goals?create=1">
          Set a goal
        </Button>
        {plan && mayStart && (
          <ActionButton fullWidth variant="default" action={() => start(plan)}>
            Start {plan.title}
          </ActionButton>
        )}
        {running && (
          <Button fullWidth variant="default" onClick={() => join(running).catch(toastError)}>
            Join {running.title}
          </Button>
        )}
      </div>
      <Anchor component={Link} to="/activities" className={classes.more}>
        All ready-made plans
      </Anchor>
    </section>
  )
}
