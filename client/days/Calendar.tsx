import { Button, Text } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MyDays } from '../../domain/days/api.ts'
import { weekdayName } from '../../domain/days/streak.ts'
import { addDays, type Day, weekdayOf } from '../../domain/lib/day.ts'
import { plural } from '../../domain/lib/duration.ts'
import { own } from '../../domain/lib/own.ts'
import { useDayText, useMonthText } from '../lib/dates/date-texts.ts'
import { Panel } from '../ui/Panel.tsx'
import classes from './Calendar.module.css'
import colors from './levels.module.css'
import { levelOf } from './levels.ts'

/** Days that each key moves by. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  PageUp: -28,
  PageDown: 28
}
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** The months that are shown at first. */
const NEWEST = 1

/**
 * The days of twelve months, one table per month, the newest first; older ones open by a press or by the arrow keys.
 * Days with more logs have more colour. The whole calendar is one tab stop; arrow keys move from day to day.
 */
export function Calendar({ days, today }: Pick<MyDays, 'days' | 'today'>) {
  const logs = new Map(days.map(({ day, logs }) => [day, logs]))
  const [chosen, setChosen] = useState(today)
  const [dayText, monthText] = [useDayText(), useMonthText()]
  const [isWhole, setWhole] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const months = lastMonths(today)
  const first = months.at(-1) as Day
  const shown = isWhole ? months : months.slice(0, NEWEST)
  const oldest = shown.at(-1) as Day

  function go(event: KeyboardEvent): void {
    const step = own(STEPS, event.key)
    if (step === undefined) return
    event.preventDefault()
    const day = addDays(chosen, step)
    if (day < first || day > today) return
    if (day < oldest) flushSync(() => setWhole(true))
    setChosen(day)
    frame.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }

  return (
    <Panel id="calendar" title="Active days" space={0}>
      <Text role="status" fw={600} mb="md">
        {dayText(chosen)}: {logsText(logs.get(chosen))}
      </Text>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only moves the focus between the buttons inside */}
      <div ref={frame} className={`${colors.levels} ${classes.months}`} onKeyDown={go}>
        {shown.map(month => (
          <table key={month} className={classes.month}>
            <caption>{monthText(month)}</caption>
            <thead>
              <tr>
                {WEEKDAYS.map(weekday => (
                  <th key={weekday} scope="col" abbr={weekdayName(weekday)}>
                    {weekdayName(weekday).slice(0, 2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(month).map(week => (
                <tr key={week[0]}>
                  {week.map(day => (
                    <td key={day}>
                      {day.startsWith(month.slice(0, 7)) && (
                        <button
                          type="button"
                          data-day={day}
                          data-level={levelOf(logs.get(day))}
                          aria-current={day === today ? 'date' : undefined}
                          aria-label={`${dayText(day)}: ${logsText(logs.get(day))}`}
                          tabIndex={day === chosen ? 0 : -1}
                          disabled={day > today}
                          onClick={() => setChosen(day)}
                        >
                          {Number(day.slice(8))}
                        </button>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      {!isWhole && (
        <Button
          variant="default"
          mt="md"
          onClick={() => {
            setWhole(true)
            frame.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
          }}
        >
          Show twelve months
        </Button>
      )}
    </Panel>
  )
}

function logsText(count = 0): string {
  return count === 0 ? 'nothing logged' : plural(count, 'log')
}

/** The first days of the last twelve months, the current month first. */
function lastMonths(today: Day): Day[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const at = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10)
  return Array.from({ length: 12 }, (_, index) => at(index))
}

/** The weeks of a month, each from Monday. */
function weeksOf(month: Day): Day[][] {
  const monday = addDays(month, 1 - weekdayOf(month))
  const weeks = Array.from({ length: 6 }, (_, week) => WEEKDAYS.map(weekday => addDays(monday, 7 * week + weekday - 1)))
  return weeks.filter(week => week.some(day => day.startsWith(month.slice(0, 7))))
}
