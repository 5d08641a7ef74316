import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { ReactNode } from 'react'
import { DIFFICULTIES } from '../../domain/activities/difficulty.ts'
import type { Card } from '../../domain/browse/api.ts'
import { shortDuration, spokenDuration } from '../../domain/lib/duration.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { spotsLeft } from '../../domain/sessions/people/join.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { Faces } from '../faces/Faces.tsx'
import classes from './card.module.css'

/** Duration, difficulty, faces and the number of people, and free places. */
export function CardFacts({ card }: { card: Card }) {
  const difficulty = DIFFICULTIES.find(({ value }) => value === card.difficulty)?.title
  return (
    <ul className={classes.facts}>
      {card.duration > 0 && (
        <Fact icon={<IconClock size={18} aria-hidden />}>
          <span title={spokenDuration(card.duration)}>{shortDuration(card.duration)}</span>
        </Fact>
      )}
      {difficulty && <Fact icon={<IconFlame size={18} aria-hidden />}>{difficulty}</Fact>}
      <People card={card} />
    </ul>
  )
}

function People({ card }: { card: Card }) {
  const { faces = [] } = card
  const icon = faces.length > 0 ? <Faces usernames={faces} size={28} /> : <IconUsers size={18} aria-hidden />
  const count = numberText(card.participants_count)
  if (card.kind === 'activity') {
    if (card.participants_count === 0) return null
    return <Fact icon={icon}>{`${count} ${card.participants_count === 1 ? 'follower' : 'followers'}`}</Fact>
  }
  const left = spotsLeft(card)
  const spots = left === 0 ? 'Full' : left !== null && `${left} ${left === 1 ? 'spot' : 'spots'} left`
  return (
    <>
      <Fact icon={icon}>{`${count} joined`}</Fact>
      {card.status !== SessionStatus.Ended && spots && <Fact>{spots}</Fact>}
    </>
  )
}

function Fact({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      {children}
    </li>
  )
}
