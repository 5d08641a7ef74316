import { Text } from '@mantine/core'
import { zoneSentence } from '../../../domain/groups/over-time.ts'
import { type GroupOverTime, groupOverTimePage } from '../../../domain/groups/over-time-api.ts'
import { addDays } from '../../../domain/lib/day.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { dayTexts } from '../../lib/dates/date-texts.ts'
import { usePage } from '../../lib/page.ts'
import { LateLogBars } from '../../ui/charts/LateLogBars.tsx'
import { LogPeople } from '../../ui/charts/LogPeople.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GroupHeading } from '../GroupHeading.tsx'

const useDayText = dayTexts({ dateStyle: 'medium' })

/** Shows the logs of a group's sessions by person and over time, in days of the group's time zone. */
export function GroupOverTimePage() {
  const data = usePage(groupOverTimePage)
  const { over_time: overTime, group } = data
  return (
    <>
      <GroupHeading data={data} />
      {overTime ? (
        <Whole overTime={overTime} timeZone={group.time_zone} />
      ) : (
        <EmptyState text="Once this group’s first session starts, you’ll see who did what, and when." />
      )}
    </>
  )
}

function Whole({ overTime, timeZone }: { overTime: GroupOverTime; timeZone: string }) {
  const dayText = useDayText()
  const { from, slice_days: days, slice_count: count, sessions_count: sessions, slices, people } = overTime
  const first = (slice: number) => dayText(addDays(from, slice * days))
  const last = (slice: number) => dayText(addDays(from, (slice + 1) * days - 1))
  const textOf = (slice: number, until = slice) =>
    days === 1 && slice === until ? first(slice) : `${first(slice)} to ${last(until)}`
  return (
    <>
      <Text mb="md">
        {plural(sessions, 'session')} so far. {zoneSentence(timeZone)}
        {days === 7 && ' Each bar is a week, Monday to Sunday, up to a year back.'}
      </Text>
      {slices.length === 0 ? (
        <EmptyState text="Nobody has logged anything in these sessions." />
      ) : (
        <>
          <LateLogBars count={count} slices={slices} textOf={textOf} ends={[first(0), last(count - 1)]} />
          <LogPeople
            people={people}
            count={count}
            textOf={textOf}
            didOf={({ did, has_others }) => ({ did, hasOthers: has_others === 1 })}
          />
        </>
      )}
    </>
  )
}
