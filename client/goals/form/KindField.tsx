import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { useId } from 'react'
import { GOAL_KINDS, type GoalKind } from '../../../domain/goals/kind.ts'
import { type DistanceUnit, unitName } from '../../../domain/lib/distance.ts'
import classes from './KindField.module.css'

const KINDS: Record<GoalKind, { name: string; such: string; Icon: typeof IconPlus }> = {
  count: { name: 'Count', such: '12 books', Icon: IconPlus },
  distance: { name: 'Distance', such: '', Icon: IconRoute },
  time: { name: 'Time', such: '20 hours', Icon: IconClock },
  checklist: { name: 'Checklist', such: 'Things to tick', Icon: IconListCheck },
  intervals: { name: 'Intervals', such: '8 × 20 s', Icon: IconRepeat }
}

export const kindName = (kind: GoalKind): string => KINDS[kind].name

export function KindIcon({ kind }: { kind: GoalKind }) {
  const { Icon } = KINDS[kind]
  return <Icon size={22} aria-hidden />
}

interface Props {
  value: GoalKind
  distances: DistanceUnit
  onChange: (kind: GoalKind) => void
  /** Finds the chosen kind for `getInputNode` of the form. */
  'data-path'?: string
}

/** Chooses the kind of the goal. The other fields depend on it. */
export function KindField({ value, distances, onChange, 'data-path': path }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.kinds}>
      <legend>What kind of goal is it?</legend>
      {GOAL_KINDS.map(kind => (
        <label key={kind} className={classes.kind}>
          <input
            type="radio"
            name={name}
            checked={value === kind}
            data-path={value === kind ? path : undefined}
            onChange={() => onChange(kind)}
          />
          <KindIcon kind={kind} />
          <span className={classes.name}>{kindName(kind)}</span>
          <span className={classes.such}>{KINDS[kind].such || `100 ${unitName(distances)}`}</span>
        </label>
      ))}
    </fieldset>
  )
}
