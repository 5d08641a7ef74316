import { Anchor, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { dayOf, UTC } from '../../domain/lib/day.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import * as api from '../../domain/programmes/api.ts'
import { countUnits } from '../../domain/programmes/programme.ts'
import {
  countDone,
  daysOfUnits,
  isNow,
  isOpen,
  isTicked,
  type Place,
  placeOn,
  unitOn
} from '../../domain/programmes/progress.ts'
import { dayTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyPage } from '../my/MyPage.tsx'
import { GoTo, Stop, Tick } from './FollowActions.tsx'
import { ProgrammeRing } from './ProgrammeRing.tsx'
import classes from './Programmes.module.css'
import { goToWeek, useTicked } from './programmes.ts'
import { progressText } from './progress-text.ts'
import { StartUnit } from './StartUnit.tsx'
import { TogetherHere } from './TogetherHere.tsx'
import { Weeks } from './Weeks.tsx'

const useDayText = dayTexts({ weekday: 'short', month: 'short', day: 'numeric' })

/** A programme that I follow: its weeks, what I did, and how my group does. */
export function FollowPage() {
  const page = usePersonalPage(api.followPage)
  return (
    <MyPage title={page?.follow.title ?? 'My Programme'} actionText="to follow a programme" page={page}>
      {data => <Following key={data.follow.id} data={data} />}
    </MyPage>
  )
}

function Following({ data: { follow: stored, together } }: { data: DataOf<typeof api.followPage> }) {
  const follow = useTicked(stored)
  const { id, weeks, done } = follow
  const today = dayOf(useNow(60_000), useUser() ?? UTC)
  const place = placeOn(weeks, follow, follow.pauses, today)
  const units_count = countUnits(weeks)
  const progress = { done: countDone(done), units_count, week: place.week + 1, weeks_count: weeks.length }
  const isActive = follow.has_ended === 0
  const dayText = useDayText()
  const planned = isActive ? daysOfUnits(weeks, follow, follow.pauses, today).filter(({ isDone }) => !isDone) : []
  const dayFor = (week: number, unit: number) => planned.find(one => one.week === week && one.unit === unit)?.day
  const due = unitOn(weeks, follow, follow.pauses, today)
  const line = useRef<HTMLDivElement>(null)
  /** The focused button disappears. */
  const focusLine = (): void => line.current?.focus()
  const go = async (week: number): Promise<void> => {
    await goToWeek(id, week)
    focusLine()
  }
  return (
    <>
      <div className={classes.progress}>
        <ProgrammeRing of={progress} />
        <div ref={line} tabIndex={-1} role="status">
          <Text fw={600}>{progressText(progress)}</Text>
          <Text c="dimmed">
            {stateText(place, {
              isActive,
              isDue: due?.isDone === false,
              isComplete: progress.done === units_count,
              next: planned[0] && dayText(planned[0].day)
            })}
          </Text>
        </div>
      </div>
      {together && follow.group && <TogetherHere together={together} group={follow.group} />}
      <Weeks
        weeks={weeks}
        current={place.week}
        note={week => isActive && isNow(place, week) && place.state !== 'before' && <Text c="dimmed">this week</Text>}
        before={(week, unit) => (
          <Tick
            id={id}
            at={{ week, unit }}
            title={weeks[week]?.units[unit]?.title ?? ''}
            isDone={isTicked(done, place, week, unit)}
            isOpen={isActive && isOpen(place, week)}
          />
        )}
        after={(week, at) => {
          const unit = weeks[week]?.units[at]
          const day = dayFor(week, at)
          return (
            <>
              {day && (
                <Text size="sm" {...(day === today ? { fw: 600 } : { c: 'dimmed' })}>
                  {day === today ? 'Today' : dayText(day)}
                </Text>
              )}
              {unit?.plan && week <= place.week && <StartUnit title={unit.title} plan={unit.plan} />}
            </>
          )
        }}
        end={week => isActive && <GoTo week={week} place={place} last={weeks.length - 1} onGo={go} />}
      />
      <Group mt="lg">
        <Anchor component={Link} to={follow.programme_path}>
          {isActive ? 'About this programme' : 'Start it again'}
        </Anchor>
        {isActive && <Stop id={id} title={follow.title} onStopped={focusLine} />}
      </Group>
    </>
  )
}

interface State {
  isActive: boolean
  /** A unit of today is not done. */
  isDue: boolean
  /** Each unit was done at least once. */
  isComplete: boolean
  /** The day of the next unit. */
  next: string | undefined
}

function stateText({ state }: Place, { isActive, isDue, isComplete, next }: State): string {
  if (!isActive) return 'You no longer follow it.'
  if (state === 'resting') return 'It rests while you’re away.'
  if (state === 'over')
    return `${isComplete ? 'You did all of it' : 'Its weeks are over'}. You can begin any week again.`
  if (isDue) return 'A unit is waiting for you today.'
  if (next) return `${state === 'before' ? 'Begins' : 'Next:'} ${next}`
  return isComplete ? 'You did all of it.' : 'All done.'
}
