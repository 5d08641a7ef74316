import { ActionIcon, Group } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import * as api from '../../domain/programmes/api.ts'
import { canRepeat, isNow, type Place } from '../../domain/programmes/progress.ts'
import { call } from '../lib/api.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { tickUnit } from './programmes.ts'

interface TickProps {
  id: number
  at: { week: number; unit: number }
  title: string
  isDone: boolean
  isOpen: boolean
}

/** The round button that ticks a unit, or takes that back. */
export function Tick({ id, at, title, isDone, isOpen }: TickProps) {
  return (
    <ActionIcon
      variant={isDone ? 'filled' : 'default'}
      size="2.75rem"
      radius="xl"
      disabled={!isOpen}
      aria-pressed={isDone}
      aria-label={`${title}: done`}
      onClick={() => tickUnit(id, { ...at, title }, isDone ? 0 : 1)}
    >
      <IconCheck size={22} stroke={2.5} aria-hidden opacity={isDone ? 1 : 0.35} />
    </ActionIcon>
  )
}

interface GoToProps {
  week: number
  place: Place
  /** The last week. */
  last: number
  onGo: (week: number) => Promise<void>
}

/** Lets a week begin today: the current one again, the next one early, or any other. */
export function GoTo({ week, place, last, onGo }: GoToProps) {
  const to = (target: number, label: string) => (
    <ActionButton variant="subtle" action={() => onGo(target)}>
      {label}
    </ActionButton>
  )
  const isCurrent = isNow(place, week) && place.state !== 'before'
  return (
    <Group gap="xs" mb="sm">
      {canRepeat(place, week) && to(week, `Repeat week ${week + 1}`)}
      {isCurrent && week < last && to(week + 1, `Skip to week ${week + 2}`)}
      {!isCurrent && to(week, `Begin week ${week + 1} today`)}
    </Group>
  )
}

/** Ends following after a question. */
export function Stop({ id, title, onStopped }: { id: number; title: string; onStopped: () => void }) {
  const stop = async (): Promise<void> => {
    await call(api.stopFollowing, { params: { follow: String(id) } })
    await reloadAllPages()
    onStopped()
  }
  return (
    <ConfirmButton label="Stop following" title={`Stop following ${title}?`} confirm="Stop" onConfirm={stop}>
      You won’t be asked for its units any more. What you did stays on this page.
    </ConfirmButton>
  )
}
