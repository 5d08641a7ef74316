import { Button, Text, Title } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { Link, useLocation, useNavigate } from 'react-router'
import { canRegister, useMayCreate } from '../accounts/sign-in.ts'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { startTour } from '../tour/messages.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import { RandomActivity } from './RandomActivity.tsx'
import classes from './Sidebar.module.css'

/** The session of the tour. Without script the link opens its page (D-122). */
const TOUR = '/activities/challenge-hut-tour/events/10'

interface Props {
  kind: 'sessions' | 'activities'
  /** Explains activities, sessions and goals. */
  explains: boolean
}

/** Introduces the product and how to start (ACT-058, D-125). */
export function Sidebar({ kind, explains }: Props) {
  const visitor = useUser() === null
  const mayCreate = useMayCreate(kind)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <aside className={classes.sidebar} aria-label="About this place">
      <section className={classes.start}>
        <Title order={2} size="h3">
          {!mayCreate ? 'Where to begin' : kind === 'sessions' ? 'Start a session' : 'Start an activity'}
        </Title>
        {mayCreate && <Text>Pick a plan, press start, and share the link. Everyone follows the same clock.</Text>}
        {mayCreate && (
          <Button
            component={Link}
            to={kind === 'sessions' ? '/challenges/events/create' : '/challenges/create'}
            variant="light"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {kind === 'sessions' ? 'Create a Session' : 'Create an Activity'}
          </Button>
        )}
        <div className={classes.links}>
          {kind === 'sessions' ? (
            <TextLink to="/activities">{mayCreate ? 'Pick an activity to start' : 'Look at the activities'}</TextLink>
          ) : (
            <TextLink to="/challenges/templates">Start from a template</TextLink>
          )}
          {kind === 'activities' && <TextLink to="/programmes">Programmes of several weeks</TextLink>}
          <RandomActivity />
          <TextLink
            to={TOUR}
            data-code
            onClick={event => {
              event.preventDefault()
              startTour()
              // Navigating to the same page would reload it and reset its scroll position.
              if (pathname !== '/') void navigate('/')
            }}
          >
            Welcome Tour
          </TextLink>
        </div>
      </section>
      {explains && (
        <section>
          <Title order={2} size="h3" mb="xs">
            How it works
          </Title>
          <ol className={classes.steps}>
            <li>
              <strong>Activities</strong> are plans of timed parts and goals: a run, a study block, a round of talk.
            </li>
            <li>
              <strong>Sessions</strong> run them live, for five minutes or a month, with whoever joins.
            </li>
            <li>
              <strong>Goals</strong> remember what you did, one press at a time.
            </li>
          </ol>
        </section>
      )}
      <section className={classes.small}>
        {visitor && !config.is_free && canRegister() && (
          <Text>
            Registering is free and comes with <strong>10 free tokens</strong>, good for up to ten goals or sessions: a
            token covers 100 uses, so each of the ten comes with about a hundred logs, notes and messages.{' '}
            <TextLink to="/tokens#token-rates">What a token covers</TextLink>
          </Text>
        )}
        <Text c="dimmed">
          {config.app_name} is still in development: bugs may be present, and some things aren’t finished.
        </Text>
      </section>
    </aside>
  )
}
