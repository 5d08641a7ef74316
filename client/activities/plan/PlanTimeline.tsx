import { Text, Title } from '@mantine/core'
import { partKind } from '../../../domain/activities/part-kind.ts'
import type { Plan } from '../../../domain/activities/plan.ts'
import { plural, shortDuration } from '../../../domain/lib/duration.ts'
import { plainText } from '../../../domain/lib/plain-text.ts'
import { spokenLength } from '../../browse/spoken-length.ts'
import { useFirstRows } from '../../ui/loading/first-rows.ts'
import { timerText, turnsText } from './interval-text.ts'
import kinds from './PartKind.module.css'
import classes from './PlanTimeline.module.css'
import { hasTurns, offsetText, type PlanLine, type PlanRow, planLines } from './plan-rows.ts'

interface Props {
  plan: Pick<Plan, 'parts' | 'timers'>
  /** Places for people; null without a limit. */
  limit: number | null
}

/** With more people the turns of one part would fill the whole bar. */
const MOST_DRAWN = 30

/** The parts of an activity: as a bar to scale, and in words. */
export function PlanTimeline({ plan, limit }: Props) {
  const people = limit && limit <= MOST_DRAWN ? limit : 1
  const { lines, total } = planLines(plan, people)
  const { counts, left } = useFirstRows(lines.map(({ rows }) => rows.length))
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="plan">
      <div className={classes.heading}>
        <Title order={2} id="plan">
          The plan
        </Title>
        {total > 0 && <Text c="dimmed">{totalText(total, hasTurns(plan) ? people : null)}</Text>}
      </div>
      {lines.map((line, index) => (
        <Line key={line.group.uuid} line={line} total={total} most={counts[index] ?? 0} />
      ))}
      {left > 0 && <Text>{`and ${plural(left, 'more part')}`}</Text>}
      {plan.timers.length > 0 && (
        <Text>Timers that repeat throughout: {plan.timers.map(timerText).filter(Boolean).join('; ')}</Text>
      )}
    </section>
  )
}

function Line({ line, total, most }: { line: PlanLine; total: number; most: number }) {
  const { group, waits } = line
  const rows = line.rows.slice(0, most)
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
          {rows.map(row => (
            <Segment key={row.part.uuid} row={row} scale={group.sets > 1 ? line.length : total} />
          ))}
        </div>
      )}
      <ol className={classes.parts}>
        {rows.map((row, index) => (
          <PartRow key={row.part.uuid} row={row} index={index} total={total} />
        ))}
      </ol>
    </div>
  )
}

function Segment({ row, scale }: { row: PlanRow; scale: number }) {
  if (row.startsAt === null || row.length === 0) return null
  const percent = (seconds: number): string => `${(seconds / scale) * 100}%`
  return (
    <span
      className={`${kinds.kind} ${classes.segment}`}
      data-kind={partKind(row.part)}
      style={{ insetInlineStart: percent(row.startsAt), width: `calc(${percent(row.length)} - 2px)` }}
    >
      {row.stripes.map((share, stripe) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stripes have no other identity than their position.
        <span key={stripe} style={{ flexGrow: share }} />
      ))}
    </span>
  )
}

function PartRow({ row, index, total }: { row: PlanRow; index: number; total: number }) {
  const { part, startsAt, seconds, interval, floats } = row
  const text = plainText(part.content)
  return (
    <li className={`${kinds.kind} ${classes.part}`} data-kind={partKind(part)}>
      <span className={classes.at}>{startsAt === null ? '' : floats ? 'then' : offsetText(startsAt, total)}</span>
      <div>
        <strong>{part.title || `Part ${index + 1}`}</strong>
        {interval && <div className={classes.interval}>{interval}</div>}
        {text && <div className={classes.note}>{text}</div>}
      </div>
      <span className={classes.length}>
        {seconds > 0 && shortDuration(seconds)}
        {turnsText(part)}
      </span>
    </li>
  )
}

/** With turns, each person makes the plan longer. */
function totalText(total: number, people: number | null): string {
  const length = spokenLength(total)
  if (people === null) return `${length} in all`
  return people === 1 ? `from ${length}, plus a turn for each person who joins` : `${length} with ${people} people`
}
