import { Text } from '@mantine/core'
import { type MyDays, WEEKS_SHOWN } from '../../domain/days/api.ts'
import { addDays, type Day, startOfWeek } from '../../domain/lib/day.ts'
import { plural } from '../../domain/lib/duration.ts'
import { useShortMonthText } from '../lib/dates/date-texts.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { Panel } from '../ui/Panel.tsx'
import colors from './levels.module.css'
import { levelOf } from './levels.ts'
import classes from './YearStrip.module.css'

const CELL = 8
/** Room for the names of the months above the squares. */
const TOP = 18

/**
 * 53 weeks at a glance: a column is a week from Monday, and a square a day. It fits the width of a phone. The calendar
 * below says the same in words.
 */
export function YearStrip({ days, today }: Pick<MyDays, 'days' | 'today'>) {
  const monthText = useShortMonthText()
  const isHydrated = useHydrated()
  const logs = new Map(days.map(({ day, logs }) => [day, logs]))
  const first = addDays(startOfWeek(today), -7 * (WEEKS_SHOWN - 1))
  const weeks = Array.from({ length: WEEKS_SHOWN }, (_, week) => addDays(first, 7 * week))
  const shown = weeks.flatMap(monday => Array.from({ length: 7 }, (_, at) => addDays(monday, at)))
  const active = shown.filter(day => logs.has(day)).length
  return (
    <Panel id="year" title="Your year" space={0}>
      <Text mb="sm">{plural(active, 'active day')} in 53 weeks</Text>
      <svg
        className={`${colors.levels} ${classes.strip}`}
        viewBox={`0 0 ${WEEKS_SHOWN * CELL} ${TOP + 7 * CELL}`}
        aria-hidden="true"
      >
        {isHydrated &&
          weeks.map(
            (monday, week) =>
              isNamed(monday, week) && (
                <text key={monday} x={week * CELL} y={12}>
                  {monthText(monday)}
                </text>
              )
          )}
        {shown.map((day, at) =>
          day > today ? null : (
            <rect
              key={day}
              x={Math.floor(at / 7) * CELL}
              y={TOP + (at % 7) * CELL}
              width={CELL - 1.5}
              height={CELL - 1.5}
              rx={1.5}
              data-level={levelOf(logs.get(day))}
              data-today={day === today || undefined}
            />
          )
        )}
      </svg>
    </Panel>
  )
}

/** Whether this week shows the name of its month: every second month does, so that the names have room. */
function isNamed(monday: Day, week: number): boolean {
  const month = Number(monday.slice(5, 7))
  return Number(monday.slice(8)) <= 7 && month % 2 === 1 && week < WEEKS_SHOWN - 3
}
