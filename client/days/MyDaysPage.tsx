import { Button, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { User } from '../../domain/accounts/user.ts'
import { type MyDays, myDaysPage } from '../../domain/days/api.ts'
import { streakRules } from '../../domain/days/streak.ts'
import { plural } from '../../domain/lib/duration.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyPage } from '../my/MyPage.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Panels } from '../ui/Panels.tsx'
import { Calendar } from './Calendar.tsx'
import classes from './MyDaysPage.module.css'
import { Weeks } from './Weeks.tsx'
import { YearStrip } from './YearStrip.tsx'

/** A person's days: streaks, this week compared with the last, and a year of days. */
export function MyDaysPage() {
  const user = useUser()
  return (
    <MyPage title="My Days" actionText="to see your days" page={usePersonalPage(myDaysPage)}>
      {page => (
        <Stack gap="lg">
          <Panels>
            <YearStrip days={page.days} today={page.today} />
            {page.streak && user && <StreakPanel streak={page.streak} user={user} />}
            <Weeks weeks={page.weeks} today={page.today} />
            <Calendar days={page.days} today={page.today} />
          </Panels>
        </Stack>
      )}
    </MyPage>
  )
}

function StreakPanel({ streak, user }: { streak: NonNullable<MyDays['streak']>; user: User }) {
  const [isTold, setIsTold] = useState(false)
  const id = useId()
  return (
    <Panel id="streak" title="Streak">
      <dl className={classes.streak}>
        <div>
          <dt>Now</dt>
          <dd>{plural(streak.current, 'day')}</dd>
        </div>
        <div>
          <dt>Longest</dt>
          <dd>{plural(streak.longest, 'day')}</dd>
        </div>
      </dl>
      <div>
        <Button
          variant="subtle"
          px="sm"
          ml="-0.75rem"
          aria-expanded={isTold}
          aria-controls={id}
          onClick={() => setIsTold(!isTold)}
        >
          How is this counted?
        </Button>
        <div id={id} hidden={!isTold}>
          {streakRules(user.rest_days, user).map(rule => (
            <Text key={rule} mt="xs">
              {rule}
            </Text>
          ))}
          <Text mt="xs">
            Choose rest days, or turn streaks off, in <TextLink to="/account">My Account</TextLink>.
          </Text>
        </div>
      </div>
    </Panel>
  )
}
