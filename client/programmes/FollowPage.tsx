import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Link, useNavigate } from 'react-router'
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
import { call } from '../lib/api.ts'
import { dayTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { usePersonalPage } from '../lib/page.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { MyPage } from '../my/MyPage.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import classes from './Programmes.module.css'
import { goToWeek, tickUnit, useTicked } from './programmes.ts'
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
  const count = { done: countDone(done), units_count: countUnits(weeks) }
  const words = progressText({ ...count, week: place.week + 1, weeks_count: weeks.length })
  const isActive = follow.has_ended === 0
  const dayText = useDayText()
  const planned = isActive ? daysOfUnits(weeks, follow, follow.pauses, today).filter(({ isDone }) => !isDone) : []
  const dayFor = (week: number, unit: number) => planned.find(one => one.week === week && one.unit === unit)?.day
  const due = unitOn(weeks, follow, follow.pauses, today)
  return (
    <>
      <div className={classes.actions}>
        <ProgressRing ratio={count.units_count ? count.done / count.units_count : 0} label={words}>
          {Math.floor((count.done / Math.max(1, count.units_count)) * 100)}%
        </ProgressRing>
        <span>
          <Text fw={600}>{words}</Text>
          <Text c="dimmed">
            {stateText(place, isActive, due?.isDone === false, planned[0] && dayText(planned[0].day))}
          </Text>
        </span>
      </div>
      {together && follow.group && <TogetherHere together={together} group={follow.group} />}
      <Weeks
        weeks={weeks}
        current={place.week}
        note={week => isNow(place, week) && place.state !== 'before' && <Text c="dimmed">this week</Text>}
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
                <Text size="sm" c="dimmed">
                  {day === today ? 'Today' : dayText(day)}
                </Text>
              )}
              {unit?.plan && week <= place.week && <StartUnit title={unit.title} plan={unit.plan} />}
            </>
          )
        }}
        end={week => isActive && <GoTo id={id} week={week} place={place} />}
      />
      <Group mt="lg">
        <Anchor component={Link} to={follow.programme_path}>
          About this programme
        </Anchor>
        {isActive && <Stop id={id} title={follow.title} />}
      </Group>
    </>
  )
}

/** @param next the day of the next unit */
function stateText({ state }: Place, isActive: boolean, isDue: boolean, next: string | undefined): string {
  if (!isActive) return 'You no longer follow it.'
  if (state === 'resting') return 'It rests while you’re away.'
  if (state === 'over') return 'Its weeks are over. You can begin any week again.'
  if (isDue) return 'A unit is waiting for you today.'
  return next ? `Next: ${next}` : 'All done.'
}

interface TickProps {
  id: number
  at: { week: number; unit: number }
  title: string
  isDone: boolean
  isOpen: boolean
}

function Tick({ id, at, title, isDone, isOpen }: TickProps) {
  return (
    <ActionIcon
      variant={isDone ? 'filled' : 'default'}
      size="2.75rem"
      radius="xl"
      disabled={!isOpen}
      aria-pressed={isDone}
      aria-label={`${title}: done`}
      onClick={() => tickUnit(id, { ...at, title }, isDone ? 0 : 1)}
    >
      <IconCheck size={22} stroke={2.5} aria-hidden opacity={isDone ? 1 : 0.35} />
    </ActionIcon>
  )
}

/** Lets a week begin today: this one again, the next one early, or an earlier one. */
function GoTo({ id, week, place }: { id: number; week: number; place: Place }) {
  const label = isNow(place, week)
    ? `Repeat week ${week + 1}`
    : week === place.week + 1
      ? `Skip to week ${week + 1}`
      : `Begin week ${week + 1} today`
  return (
    <ActionButton variant="subtle" mb="sm" action={() => goToWeek(id, week)}>
      {label}
    </ActionButton>
  )
}

function Stop({ id, title }: { id: number; title: string }) {
  const navigate = useNavigate()
  const stop = async (): Promise<void> => {
    await call(api.stopFollowing, { params: { follow: String(id) } })
    await reloadAllPages()
    await navigate('/programmes')
  }
  return (
    <ConfirmButton label="Stop following" title={`Stop following ${title}?`} confirm="Stop" onConfirm={stop}>
      You won’t be asked for its units any more. What you did stays on this page.
    </ConfirmButton>
  )
}
