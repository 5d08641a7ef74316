import { Text, Title } from '@mantine/core'
import type { ReadFile } from '../../domain/import/file.ts'
import type { ReadLog } from '../../domain/import/line.ts'
import { type Calendar, type Day, dayOf } from '../../domain/lib/day.ts'
import { type DistanceUnit, distanceText } from '../../domain/lib/distance.ts'
import { amountText, lengthText, plural } from '../../domain/lib/duration.ts'
import { useDayText } from '../lib/dates/date-texts.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { Panel } from '../ui/Panel.tsx'
import classes from './import.module.css'

const SHOWN = 5
const WRONG_SHOWN = 20
const SAID_SHOWN = 6

interface Props {
  read: ReadFile
  /** Indexes of logs that exist already; null until the server has responded. */
  known: ReadonlySet<number> | null
  calendar: Calendar
}

/** Previews the first logs, and lists each unreadable row with its errors. */
export function Preview({ read: { logs: all, wrong, nothing }, known, calendar }: Props) {
  const logs = all.filter((_, number) => !known?.has(number))
  const dayText = useDayText()
  const distances = useDistanceUnit()
  return (
    <Panel id="preview" title="What you’ll get" size="h3" space="xs">
      <Text role="status" mb="md">
        You’ll get {plural(logs.length, 'log')}.
        {known &&
          known.size > 0 &&
          ` ${plural(known.size, 'log')} ${known.size === 1 ? 'exists' : 'exist'} already and will be skipped.`}
        {wrong.length > 0 && ` ${plural(wrong.length, 'row')} can’t be read and will be skipped.`}
      </Text>
      {nothing.length > 0 && <Text mb="md">Nothing was done, so these are skipped: {saidText(nothing)}.</Text>}
      {logs.length > 0 && (
        <ul aria-label="The first logs" className={classes.preview}>
          {logs.slice(0, SHOWN).map(({ row, log }) => (
            <li key={`${row} ${log.goal}`}>
              <Text fw={600}>{[log.title, measured(log, distances)].filter(Boolean).join(', ') || 'Progress'}</Text>
              <Text c="dimmed" size="sm">
                {[log.goal || log.action, whenOf(log, calendar, dayText)].filter(Boolean).join(' · ')}
              </Text>
              {log.content && (
                <Text size="sm" lineClamp={2}>
                  {log.content}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {wrong.length > 0 && (
        <>
          <Title order={3} size="h4" mt="md" mb="xs">
            Rows we can’t read
          </Title>
          <ul aria-label="Rows we can’t read" className={classes.wrong}>
            {wrong.slice(0, WRONG_SHOWN).map(({ row, problems }) => (
              <li key={`${row} ${problems[0]}`}>
                Row {row}: {problems.join(' ')}
              </li>
            ))}
          </ul>
          {wrong.length > WRONG_SHOWN && <Text mt="xs">And {plural(wrong.length - WRONG_SHOWN, 'more row')}.</Text>}
        </>
      )}
    </Panel>
  )
}

/** "NO (12 times), 0 (3 times), an empty cell (once)". */
function saidText(nothing: ReadFile['nothing']): string {
  const shown = nothing.slice(0, SAID_SHOWN)
  const rest = nothing.slice(SAID_SHOWN).reduce((sum, { times }) => sum + times, 0)
  return [
    ...shown.map(({ said, times }) => `${said ? `“${said}”` : 'an empty cell'} in ${plural(times, 'place')}`),
    ...(rest > 0 ? [`and ${plural(rest, 'more place')}`] : [])
  ].join(', ')
}

function measured({ amount, distance, duration, unit }: ReadLog, distances: DistanceUnit): string {
  return [
    amount === null ? '' : amountText(amount, unit),
    distance ? distanceText(distance, distances) : '',
    duration ? lengthText(duration) : ''
  ]
    .filter(Boolean)
    .join(', ')
}

/** The day, and the time if it falls on that day. */
function whenOf({ at, day }: ReadLog, calendar: Calendar, dayText: (day: Day) => string): string {
  const isOfDay = at !== null && dayOf(Date.parse(at), calendar) === day
  if (!isOfDay) return dayText(day)
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: calendar.time_zone })
  return `${dayText(day)}, ${time.format(new Date(at))}`
}
