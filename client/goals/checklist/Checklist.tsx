import { Checkbox } from '@mantine/core'
import { useEffect } from 'react'
import type { ListItem } from '../../../domain/goals/fields.ts'
import classes from './Checklist.module.css'
import { type ListOf, saveTicks, tick, useHasUnsaved, useTicked } from './ticks.ts'

interface Props {
  /** The goal's title. */
  title: string
  items: readonly ListItem[]
  of: ListOf
  /** uuids of the items that are ticked on the server. */
  ticked: readonly string[]
  disabled?: boolean
  /** Runs `go` for a member. A visitor signs in and a non-member joins first. */
  ask: (go: () => void) => void
}

export function Checklist({ title, items, of, ticked, disabled, ask }: Props) {
  const { goal } = of
  const shown = useTicked(of, ticked)
  const isUnsaved = useHasUnsaved(of)
  useEffect(() => () => saveTicks(goal), [goal])
  return (
    <div className={classes.checklist}>
      <ul aria-label={`Checklist of ${title}`}>
        {items.map(item => (
          <li key={item.uuid}>
            <Checkbox
              classNames={{ body: classes.body, labelWrapper: classes.wide, label: classes.label }}
              label={item.title}
              checked={shown.includes(item.uuid)}
              disabled={disabled}
              onChange={event => {
                const isDone = event.currentTarget.checked
                ask(() => tick(of, item.uuid, isDone, ticked, title))
              }}
            />
            {item.link && (
              <a
                href={item.link}
                target="_blank"
                rel="noopener noreferrer nofollow"
                aria-label={`Link of ${item.title}`}
              >
                Open
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className={classes.count}>
        {items.filter(({ uuid }) => shown.includes(uuid)).length} of {items.length} done
        {isUnsaved && ' · saving…'}
      </p>
    </div>
  )
}
