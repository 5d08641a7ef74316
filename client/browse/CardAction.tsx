import { Button } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Link } from 'react-router'
import type { Card } from '../../domain/browse/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { useMayCreate } from '../accounts/sign-in.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { toastError, VanishingButton } from '../ui/ActionButton.tsx'
import { loadPart } from '../ui/loading/late.tsx'
import classes from './card.module.css'
import { offersToJoin } from './card-state.ts'

/** The button of a card: join or open a session, follow an activity, or use a template. */
export function CardAction({ card }: { card: Card }) {
  const now = useNow()
  if (card.is_joined && card.kind === 'session' && card.status !== SessionStatus.Ended) {
    return (
      <Button component={Link} to={card.path} variant="light" aria-label={`Open ${card.title}`}>
        Open
      </Button>
    )
  }
  if (card.is_joined) {
    return (
      <span className={classes.joined}>
        <IconCheck size={18} aria-hidden />
        {card.kind === 'session' ? 'Joined' : 'Following'}
      </span>
    )
  }
  if (card.is_preset) return <TemplateAction card={card} />
  if (!offersToJoin(card, now)) return null
  return card.kind === 'session' ? (
    <PressButton card={card} label="Join" action={join} />
  ) : (
    <PressButton card={card} label="Follow" action={follow} />
  )
}

interface PressProps {
  card: Card
  label: string
  action: (card: Card) => Promise<void>
}

function PressButton({ card, label, action }: PressProps) {
  return (
    <VanishingButton
      variant="light"
      onClick={() => void action(card).catch(toastError)}
      aria-label={`${label} ${card.title}`}
    >
      {label}
    </VanishingButton>
  )
}

/** Opens the builder filled from the template (D-62). A template session is copied on its own page. */
function TemplateAction({ card }: { card: Card }) {
  if (!useMayCreate(card.kind === 'session' ? 'sessions' : 'activities')) return null
  return (
    <Button
      component={Link}
      to={card.kind === 'activity' ? `/challenges/create?template=${card.slug}` : card.path}
      variant="light"
      aria-label={`Use ${card.title}`}
    >
      Use
    </Button>
  )
}

// The code of both actions loads when pressed, so that lists stay small.

const loadActions = () => loadPart(() => import('./card-actions.ts'))

async function join(card: Card): Promise<void> {
  const [{ joinSession }, { changeCard }] = await Promise.all([
    loadPart(() => import('../live/join/join.ts')),
    loadActions()
  ])
  await joinSession(card, () =>
    changeCard('session', card.slug, { is_joined: 1, participants_count: card.participants_count + 1 })
  )
}

async function follow(card: Card): Promise<void> {
  const actions = await loadActions()
  await actions.follow(card.slug)
}
