import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addDays, dayOf, startOfWeek, UTC } from '../../domain/lib/day.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import * as api from '../../domain/programmes/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { dayTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import classes from './Programmes.module.css'

const useDayText = dayTexts({ weekday: 'long', month: 'long', day: 'numeric' })

/** Follows a programme from today or from Monday on, alone or with a group. */
export function FollowProgramme({ data }: { data: DataOf<typeof api.programmePage> }) {
  const { programme, following, groups } = data
  const [isChoosing, setIsChoosing] = useState(false)
  const navigate = useNavigate()
  const today = dayOf(useNow(60_000), useUser() ?? UTC)
  const monday = addDays(startOfWeek(today), 7)
  const dayText = useDayText()
  const { slug } = programme

  const open = async ({ path }: { path: string }): Promise<void> => {
    await reloadAllPages()
    await navigate(path)
  }
  const alone = async (starts_on?: string) =>
    requireSignIn('to follow a programme', async () =>
      open(await call(api.followProgramme, { params: { programme: slug }, body: starts_on ? { starts_on } : {} }))
    )
  const inGroup = async (hut: string) =>
    open(await call(api.startInGroup, { params: { programme: slug, hut }, body: {} }))

  return (
    <div className={classes.actions}>
      {!following && (
        <>
          <ActionButton action={() => alone()}>Follow from today</ActionButton>
          <ActionButton variant="default" action={() => alone(monday)}>
            From {dayText(monday)}
          </ActionButton>
        </>
      )}
      {groups.length > 0 && (
        <Button variant="default" onClick={() => setIsChoosing(true)} aria-haspopup="dialog">
          Follow with a group
        </Button>
      )}
      <Dialog opened={isChoosing} onClose={() => setIsChoosing(false)} title="Which group follows it?" size="26rem">
        <div className={classes.people}>
          {groups.map(({ slug: hut, title }) => (
            <ActionButton key={hut} variant="default" fullWidth action={() => inGroup(hut)}>
              {title}
            </ActionButton>
          ))}
        </div>
      </Dialog>
    </div>
  )
}
