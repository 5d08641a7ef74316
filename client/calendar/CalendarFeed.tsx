import { Button, Checkbox, Group, Text } from '@mantine/core'
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteCalendarFeed, getCalendarFeed, makeCalendarFeed, updateCalendarFeed } from '../../domain/calendar/api.ts'
import type { CallOf, ResponseOf } from '../../domain/lib/endpoint.ts'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/page-cache.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { CopyField } from '../ui/forms/CopyField.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import classes from './CalendarFeed.module.css'

const FEED = ['calendar-feed']

/** Offers a private address to subscribe to my sessions in a calendar. It can be replaced and deleted. */
export function CalendarFeed() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
      >
        Show in my calendar
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title="In your calendar" size="32rem">
        {isOpen && <Feed />}
      </Dialog>
    </>
  )
}

function Feed() {
  const { data, error } = useQuery({ queryKey: FEED, queryFn: () => call(getCalendarFeed) })
  const { busy, refusal, run } = useAction()
  if (error) return <FormMessage text={messageOf(error)} />
  if (!data) return <Loading />
  const feed = data.feed && location.origin + data.feed

  const make = async () => queryClient.setQueryData(FEED, await call(makeCalendarFeed))
  return (
    <>
      <Text mb="md">
        Subscribe to this address in your calendar app. It shows the sessions you’ve joined and keeps them up to date.
      </Text>
      {feed ? (
        <Address feed={feed} />
      ) : (
        <Button loading={busy} onClick={() => void run(make)}>
          Make a private address
        </Button>
      )}
      {feed && <Choices data={data} />}
      <FormMessage text={refusal} />
    </>
  )
}

/** Chooses what the calendar has besides sessions. */
function Choices({ data }: { data: ResponseOf<typeof getCalendarFeed> }) {
  const { refusal, run } = useAction()
  const choose = (body: CallOf<typeof updateCalendarFeed>['body']) =>
    run(async () => queryClient.setQueryData(FEED, await call(updateCalendarFeed, { body })))
  return (
    <fieldset className={classes.choices}>
      <legend>Also show</legend>
      <Checkbox
        label="Goals that remind me, at their time"
        checked={data.has_goals === 1}
        onChange={event => void choose({ has_goals: event.currentTarget.checked ? 1 : 0 })}
      />
      <Checkbox
        label="Units of the programmes I follow"
        checked={data.has_programmes === 1}
        onChange={event => void choose({ has_programmes: event.currentTarget.checked ? 1 : 0 })}
      />
      <FormMessage text={refusal} />
    </fieldset>
  )
}

function Address({ feed }: { feed: string }) {
  async function change(to: typeof makeCalendarFeed | typeof deleteCalendarFeed): Promise<void> {
    queryClient.setQueryData(FEED, await call(to))
  }
  return (
    <>
      <CopyField
        label="Private address"
        description="Anyone who has it can see the titles and times in it, and nothing else."
        value={feed}
        look="filled"
      />
      <Group gap="sm" mt="md">
        <Button component="a" variant="default" href={feed.replace(/^https?:/, 'webcal:')}>
          Open in a calendar
        </Button>
        <Change label="Replace" onConfirm={() => change(makeCalendarFeed)} />
        <Change label="Delete" onConfirm={() => change(deleteCalendarFeed)} />
      </Group>
    </>
  )
}

function Change({ label, onConfirm }: { label: 'Replace' | 'Delete'; onConfirm: () => Promise<void> }) {
  return (
    <ConfirmButton
      label={label}
      button={{ variant: 'subtle' }}
      title={`${label} this address?`}
      confirm={label}
      onConfirm={onConfirm}
    >
      Calendars that use it will stop getting your sessions.
    </ConfirmButton>
  )
}
