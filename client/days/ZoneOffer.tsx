import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { wallClock } from '../../domain/lib/day.ts'
import { zoneOfDevice } from '../lib/dates/device-zone.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { readStored, store } from '../lib/storage.ts'
import { useUser } from '../lib/user.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { saveDays } from './days.ts'

/** The zone of a device whose person has chosen to keep the account's zone. */
const KEPT = 'kept-zone'

/** On a journey, offers the time zone of this device for the days of the account. Asks once for each zone. */
export function ZoneOffer() {
  const user = useUser()
  const here = zoneOfDevice()
  const [kept, setKept] = useState(() => readStored(KEPT))
  if (!user || here === kept || hasSameTime(here, user.time_zone)) return null
  const keep = (): void => {
    store(KEPT, here)
    setKept(here)
  }
  return (
    <Group gap="xs" px="md" py="xs" justify="center" role="status">
      <Text>
        This device is in {cityOf(here)}. Your days follow {cityOf(user.time_zone)}.
      </Text>
      <ActionButton variant="light" size="xs" action={() => saveDays({ time_zone: here })}>
        Use {cityOf(here)}
      </ActionButton>
      <Button variant="subtle" size="xs" onClick={keep}>
        Keep {cityOf(user.time_zone)}
      </Button>
    </Group>
  )
}

/** "Asia/Tokyo" is Tokyo. */
function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** Whether clocks show the same time in both zones now. */
function hasSameTime(one: string, other: string): boolean {
  const now = serverNow()
  return wallClock(now, one) === wallClock(now, other)
}
