import { Text, Title } from '@mantine/core'
import { plainText } from '../../domain/activities/api.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import { clockFace, spokenDuration } from '../../domain/lib/duration.ts'
import { shortDuration } from '../ui/short-duration.ts'
import { timerText } from './interval-text.ts'
import classes from './PlanTimeline.module.css'
import { type PlanLine, type PlanRow, planLines } from './plan-rows.ts'

interface Props {
  plan: Pick<Plan, 'parts' | 'timers'>
  duration: number
}

/** What an activity consists of: a bar to scale, and its parts in words. */
export function PlanTimeline({ plan, duration }: Props) {
  const { lines, total } = planLines(plan, duration)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="plan">
      <div className={classes.heading}>
        <Title order={2} id="plan">
          The plan
        </Title>
        {total > 0 && <Text c="dimmed">{spokenDuration(total)} in all</Text>}
      </div>
      {lines.map(line => (
        <Line key={line.group.uuid} line={line} total={total} />
      ))}
      {plan.timers.length > 0 && (
        <Text>Timers that go round for the whole time: {plan.timers.map(timerText).filter(Boolean).join('; ')}</Text>
      )}
    </section>
  )
}

function Line({ line, total }: { line: PlanLine; total: number }) {
  const { group, rows, waits } = line
  const notes = [group.sets > 1 ? `${group.sets} sets` : '', waits ? 'begins when the host says so' : ''].filter(
    Boolean
  )
  return (
    <div className={classes.line}>
      {(group.title || notes.length > 0) && (
        <Title order={3} size="h4">
          {[group.title, ...notes].filter(Boolean).join(', ')}
        </Title>
      )}
      {total > 0 && (
        <div className={classes.bar} aria-hidden>
          {rows.map((row, index) => (
            <Segment key={row.part.uuid} row={row} index={index} scale={group.sets > 1 ? line.length : total} />
          ))}
        </div>
      )}
      <ol className={classes.parts}>
        {rows.map((row, index) => (
          <PartRow key={row.part.uuid} row={row} index={index} />
        ))}
      </ol>
    </div>
  )
}

function Segment({ row, index, scale }: { row: PlanRow; index: number; scale: number }) {
  if (row.startsAt === null || row.seconds === 0) return null
  const percent = (seconds: number): string => `${(seconds / scale) * 100}%`
  return (
    <span
      className={classes.segment}
      data-shade={index % 2}
      style={{ insetInlineStart: percent(row.startsAt), width: `calc(${percent(row.seconds)} - 2px)` }}
    >
      {row.stripes.map((share, stripe) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stripes have nothing but their place.
        <span key={stripe} style={{ flexGrow: share }} />
      ))}
    </span>
  )
}

function PartRow({ row: { part, startsAt, seconds, interval }, index }: { row: PlanRow; index: number }) {
  const text = plainText(part.content)
  return (
    <li className={classes.part} data-shade={index % 2}>
      <span className={classes.at}>{startsAt === null ? '' : clockFace(startsAt)}</span>
      <div>
        <strong>{part.title || `Part ${index + 1}`}</strong>
        {interval && <div className={classes.interval}>{interval}</div>}
        {text && <div className={classes.note}>{text}</div>}
      </div>
      <span className={classes.length}>
        {seconds > 0 && shortDuration(seconds)}
        {part.per_participant === 1 && ' each'}
      </span>
    </li>
  )
}
